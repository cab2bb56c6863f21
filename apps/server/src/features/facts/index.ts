export { factPoints } from './fact-points.ts';
export { hearFacts, type FactGap, type FactHearing } from './fact-hearing.ts';
export { openFactSource } from './fact-source.ts';
