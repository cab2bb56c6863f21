import { QuestionCircleOutlined } from '@ant-design/icons';
import { guideAddress } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { HELP_TOPICS, type HelpTopic } from '../../lib/guide/help-topics.ts';
import styles from './page.module.css';

/** Leads to what the user guide says of a page. */
export function HelpLink({ topic, title }: { topic: HelpTopic; title: string }) {
  const { t } = useTranslation('common');
  const [part, at] = HELP_TOPICS[topic];
  const name = t('help.page', { title });
  return (
    <Link className={styles.help} to={guideAddress(part, at)} aria-label={name} title={name}>
      <QuestionCircleOutlined aria-hidden />
    </Link>
  );
}
