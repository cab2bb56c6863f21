export { changeLabels, type LabelChange } from './change-labels.ts';
export { carriesLabel, labelTags } from './label-tags.ts';
export { addAndRemove, replaceWith } from './next-labels.ts';
export { registerLabelsRoutes } from './routes.ts';
