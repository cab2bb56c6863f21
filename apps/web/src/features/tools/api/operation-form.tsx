import type { Call } from '@sunfleet/api-client';
import { type FormEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCallFunction } from '../../../lib/call/call-context.tsx';
import { CopyButton } from '../../../ui/copy/copy-button.tsx';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { ChooseFiles } from '../../../ui/form/choose-files.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { TextArea } from '../../../ui/form/text-area.tsx';
import { type Answer, AnswerView } from './answer-view.tsx';
import styles from './api-console.module.css';
import { curlOf, readDraft, type DraftProblem, type ReadRequest, type RequestDraft } from './read-draft.ts';
import type { OpenApi, Operation } from './read-openapi.ts';
import { sampleOf } from './sample-of.ts';

interface OperationFormProps {
  operation: Operation;
  shared: OpenApi['components']['schemas'];
}

/** Fields of one route, what is sent, and what came back. What may change something asks first. */
export function OperationForm({ operation, shared }: OperationFormProps) {
  const { t } = useTranslation('tools');
  const { method, path, summary, permission, parameters, body, schema } = operation;
  const sample = useMemo(
    () => (schema ? JSON.stringify(sampleOf(schema, shared), null, 2) : ''),
    [schema, shared],
  );
  const [draft, setDraft] = useState<RequestDraft>({ values: {}, body: sample, file: undefined });
  const [problem, setProblem] = useState<DraftProblem>();
  const [asking, setAsking] = useState<ReadRequest>();
  const { send, busy, answer } = useSending(operation);
  const change = (part: Partial<RequestDraft>) => {
    setProblem(undefined);
    setDraft({ ...draft, ...part });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readDraft(operation, draft);
    if ('problem' in read) setProblem(read.problem);
    else if (method === 'GET') void send(read.input);
    else setAsking(read.input);
  };
  const read = readDraft(operation, draft);
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.summary}>{summary}</p>
      {permission ? <p className={styles.muted}>{t('api.needs', { permission })}</p> : null}
      {parameters.length > 0 ? (
        <div className={styles.parameters}>
          {parameters.map(({ name, in: place, required, schema: described }) => (
            <Field
              key={`${place}.${name}`}
              label={required ? `${name} *` : name}
              hint={described.enum?.map(String).join(', ')}
              autoComplete="off"
              spellCheck={false}
              value={draft.values[`${place}.${name}`] ?? ''}
              error={problem?.kind === 'missing' && problem.name === name ? t('api.missing') : undefined}
              onChange={({ target }) =>
                change({ values: { ...draft.values, [`${place}.${name}`]: target.value } })
              }
            />
          ))}
        </div>
      ) : null}
      {body === 'json' ? (
        <div className={styles.code}>
          <TextArea
            label={t('api.body')}
            rows={10}
            spellCheck={false}
            autoComplete="off"
            value={draft.body}
            error={problem?.kind === 'json' ? t('api.noJson', { why: problem.why }) : undefined}
            onChange={({ target }) => change({ body: target.value })}
          />
        </div>
      ) : null}
      {body === 'file' ? (
        <div className={styles.buttons}>
          <ChooseFiles label={t('api.file')} accept="*" onFiles={([file]) => change({ file })} />
          <span role={problem ? 'alert' : undefined}>
            {draft.file?.name ?? (problem ? t('api.missing') : '')}
          </span>
        </div>
      ) : null}
      <div className={styles.buttons}>
        <Button kind="primary" type="submit" busy={busy}>
          {t('api.send', { method })}
        </Button>
        {'input' in read ? <CopyButton text={curlOf(operation, read.input, location.origin)} /> : null}
        {'input' in read ? <span className={styles.muted}>{t('api.curl')}</span> : null}
      </div>
      {answer ? <AnswerView answer={answer} /> : null}
      {asking ? (
        <ActionDialog
          title={`${method} ${path}`}
          okText={t('api.send', { method })}
          danger={method === 'DELETE'}
          onOk={() => {
            setAsking(undefined);
            void send(asking);
          }}
          onClose={() => setAsking(undefined)}
        >
          <p>{t('api.ask')}</p>
          <p className={styles.muted}>{summary}</p>
        </ActionDialog>
      ) : null}
    </form>
  );
}

type AnyCall = (name: string, input: ReadRequest, options: { quiet: boolean }) => Promise<unknown>;

/** Sends by the way of every page, so that signatures, the password again and the end of a session are as there. */
function useSending({ name }: Operation) {
  const call = useCallFunction() as Call as unknown as AnyCall;
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<Answer>();
  const send = async (input: ReadRequest) => {
    setBusy(true);
    const began = performance.now();
    const done = (part: Pick<Answer, 'data' | 'error'>) => {
      setAnswer({ ...part, ms: performance.now() - began });
      setBusy(false);
    };
    try {
      done({ data: await call(name, input, { quiet: true }), error: undefined });
    } catch (error) {
      done({ data: undefined, error });
    }
  };
  return { send, busy, answer };
}
