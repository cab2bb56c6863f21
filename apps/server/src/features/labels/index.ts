export { changeLabels, type LabelChange } from './change-labels.ts';
export { carriesLabel, labelsByObject, labelTags } from './label-tags.ts';
export { nameLabels } from './name-labels.ts';
export { addAndRemove, replaceWith } from './next-labels.ts';
export { registerLabelsRoutes } from './routes.ts';
