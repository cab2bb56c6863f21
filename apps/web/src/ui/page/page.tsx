import type { CallError } from '@sunfleet/api-client';
import type { OfferedPermission } from '@sunfleet/contract';
import { type ReactNode, useEffect } from 'react';
import { setPageTitle } from '../../lib/title.ts';
import type { HelpTopic } from '../../lib/guide/help-topics.ts';
import { useMay, useMayCallCheck, useMayCheck, type WholeRoute } from '../../lib/session/session-context.tsx';
import { ErrorState, NoPermission } from './states.tsx';
import { HelpLink } from './help-link.tsx';
import styles from './page.module.css';
import { SkeletonBlock } from './skeleton.tsx';

/** The part of a query a page waits for. */
export interface Loading {
  isPending: boolean;
  error: CallError | null;
  /** What was read last. It stays on screen when another read fails. */
  data?: unknown;
  refetch: () => unknown;
}

interface PageProps {
  title: string;
  /** Badges beside the title. */
  status?: ReactNode;
  /** A line under the title: place, model, age of the data. */
  subtitle?: ReactNode;
  /** Buttons at the right. */
  actions?: ReactNode;
  /** Tabs or filters under the head, seen in every state. */
  toolbar?: ReactNode;
  /** Without it the page shows that it may not be seen, and nothing else. */
  permission?: OfferedPermission;
  /** In place of the permission, where the page is for those alone who may call this. */
  route?: WholeRoute;
  /** Shows skeleton and error in place of the children until there is data. */
  loading?: Loading;
  /** What could not be read, where that failed. */
  failed?: string;
  /** Skeleton in the shape of the page; a plain one otherwise. */
  skeleton?: ReactNode;
  /** Above the title, for the way back. */
  breadcrumb?: ReactNode;
  /** What the user guide says of it, behind a link at the title. */
  help?: HelpTopic;
  children: ReactNode;
}

/** One page, one question: title with status, actions, then the content or the state it is in. */
export function Page(props: PageProps) {
  const { title, permission, route } = props;
  useDocumentTitle(title);
  const [may, mayCall] = [useMayCheck(), useMayCallCheck()];
  const isPermitted =
    (permission === undefined || may(permission)) && (route === undefined || mayCall(route));
  return (
    <div className={styles.page}>
      {props.breadcrumb}
      <header className={styles.head}>
        <div className={styles.titles}>
          <div className={styles.titleRow}>
            <div className={styles.named}>
              <h1 className={styles.title}>{title}</h1>
              {props.help ? <HelpLink topic={props.help} title={title} /> : null}
            </div>
            {props.status}
          </div>
          {props.subtitle ? <div className={styles.subtitle}>{props.subtitle}</div> : null}
        </div>
        {props.actions && isPermitted ? <div className={styles.actions}>{props.actions}</div> : null}
      </header>
      {isPermitted ? <Content {...props} /> : <NoPermission />}
    </div>
  );
}

/** Shows its children to those who hold the permission, and says so to the others. */
export function Permitted({ permission, children }: { permission: OfferedPermission; children: ReactNode }) {
  return useMay(permission) ? children : <NoPermission />;
}

function Content({ toolbar, loading, failed, skeleton, children }: PageProps) {
  return (
    <>
      {toolbar ? <div className={styles.toolbar}>{toolbar}</div> : null}
      {loading ? (
        <Loaded loading={loading} failed={failed} skeleton={skeleton}>
          {children}
        </Loaded>
      ) : (
        children
      )}
    </>
  );
}

interface LoadedProps extends Pick<PageProps, 'skeleton' | 'children'> {
  loading: Loading;
  failed?: string | undefined;
}

/** Skeleton, then content; an error only where there is nothing to show. For a card or a page. */
export function Loaded(props: LoadedProps) {
  const { isPending, error, data, refetch } = props.loading;
  if (error && data === undefined) return <ErrorState error={error} onRetry={refetch} title={props.failed} />;
  return isPending ? (props.skeleton ?? <SkeletonBlock lines={8} />) : props.children;
}

function useDocumentTitle(title: string): void {
  useEffect(() => {
    setPageTitle(title);
  }, [title]);
}
