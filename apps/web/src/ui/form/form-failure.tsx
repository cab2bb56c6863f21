import type { CallError } from '@sunfleet/api-client';
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../lib/call/failure-text.ts';

interface FormFailureProps {
  error: CallError | null;
  /** Fields of the body whose message stands beside them already: silent where nothing else was refused. */
  shown?: readonly string[];
  /** What to do about it. */
  hint?: ReactNode;
}

/** Why a form was refused. */
export function FormFailure({ error, shown, hint }: FormFailureProps) {
  const { t } = useTranslation('common');
  if (!error) return null;
  const left = error.fields.filter(({ path }) => !shown?.includes(path.replace(/^body\./, '')));
  if (error.fields.length > 0 && left.length === 0) return null;
  return <Alert type="error" showIcon title={failureText(error, t)} description={hint} />;
}
