export { beginTasks } from './begin-tasks.ts';
export { registerTasksRoutes } from './routes.ts';
export { taskScope } from './task-scope.ts';
