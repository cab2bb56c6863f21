import { CallError } from '@sunfleet/api-client';
import { LIMITS } from '@sunfleet/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../lib/call/failure-text.ts';
import { shrinkPicture } from './shrink-picture.ts';

interface FileRoutes<Kind extends string> {
  /** Sends one file; `document` and `picture` are among the kinds. */
  send: (file: { kind: Kind | 'picture' | 'document'; content: Blob; name: string }) => Promise<unknown>;
  remove: (fileId: number) => Promise<unknown>;
  /** Lists that change with them. */
  lists: readonly string[];
}

/** What is done to files of one thing. What is refused is told by the name of its file, and the others are kept. */
export function useFileWork<Kind extends string = never>({ send, remove, lists }: FileRoutes<Kind>) {
  const { t } = useTranslation(['stations', 'common']);
  const { t: common } = useTranslation('common');
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const run = async (work: (tell: (problem: string) => void) => Promise<void>) => {
    setBusy(true);
    const told: string[] = [];
    await work((problem) => told.push(problem));
    setProblems(told);
    await Promise.all(lists.map((route) => client.invalidateQueries({ queryKey: [route] })));
    setBusy(false);
  };
  const reasonOf = (error: unknown) =>
    error instanceof CallError ? failureText(error, common) : t('files.unreadable');
  const addOne = async (file: File) => {
    const isDocument = file.type === 'application/pdf';
    const content = isDocument ? file : await shrinkPicture(file);
    await send({ kind: isDocument ? 'document' : 'picture', content, name: file.name });
  };
  const tellOne = (work: Promise<unknown>, tell: (problem: string) => void) =>
    work.then(
      () => undefined,
      (error: unknown) => tell(reasonOf(error)),
    );
  return {
    busy,
    problems,
    add: (files: readonly File[]) =>
      run(async (tell) => {
        const most = LIMITS.stationFilesAtOnce;
        if (files.length > most) return tell(t('files.tooMany', { most }));
        for (const file of files)
          await addOne(file).catch((error: unknown) => tell(`${file.name}: ${reasonOf(error)}`));
      }),
    addOf: (kind: Kind, content: Blob, name: string) =>
      run((tell) => tellOne(send({ kind, content, name }), tell)),
    remove: (fileId: number) => run((tell) => tellOne(remove(fileId), tell)),
  };
}
