import type { RouteRequest, routes } from '@sunfleet/contract';

export type AlarmPageQuery = RouteRequest<typeof routes.listAlarms>['query'];
/** Filters and order, whatever page. */
export type AlarmListQuery = Omit<AlarmPageQuery, 'page' | 'pageSize'>;
