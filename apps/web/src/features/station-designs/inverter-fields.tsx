import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/form/button.tsx';
import { Choice, Field } from '../../ui/form/field.tsx';
import styles from './design.module.css';
import { EMPTY_INPUT, INVERTER_FIGURES, type InputDraft, type InverterDraft } from './inverter-draft.ts';
import { InverterModelField } from './inverter-model-field.tsx';

interface InverterFieldsProps {
  inverter: InverterDraft;
  /** Names of the arrays of the version. */
  arrays: readonly string[];
  /** What is wrong at a place, in words: `name`, `inputs.0.array`. */
  errorOf: (place: string) => string | undefined;
  onChange: (inverter: InverterDraft) => void;
  onLeave: (place: string) => void;
  onCopy: () => void;
  onRemove: () => void;
}

/** An inverter with what hangs on its inputs. */
export function InverterFields(props: InverterFieldsProps) {
  const { t } = useTranslation('station-designs');
  const { inverter, errorOf, onChange, onLeave } = props;
  const put = (inputs: readonly InputDraft[]) => onChange({ ...inverter, inputs });
  return (
    <div role="group" aria-label={inverter.name || t('inverter.new')} className={styles.array}>
      <div className={styles.row}>
        <div className={styles.wide}>
          <Field
            label={t('inverter.field.name')}
            autoComplete="off"
            value={inverter.name}
            error={errorOf('name')}
            onChange={(event) => onChange({ ...inverter, name: event.target.value })}
            onBlur={() => onLeave('name')}
          />
        </div>
        <InverterModelField
          inverter={inverter}
          error={errorOf('model')}
          onChange={onChange}
          onLeave={() => onLeave('model')}
        />
        {inverter.model.trim() === ''
          ? null
          : INVERTER_FIGURES.map((figure) => (
              <Field
                key={figure}
                label={t(`inverter.field.${figure}`)}
                autoComplete="off"
                inputMode="decimal"
                value={inverter[figure]}
                error={errorOf(figure)}
                onChange={(event) => onChange({ ...inverter, [figure]: event.target.value })}
                onBlur={() => onLeave(figure)}
              />
            ))}
      </div>
      {inverter.inputs.map((input, at) => (
        // Inputs have no identity but their place.
        // oxlint-disable-next-line no-array-index-key
        <div key={at} role="group" aria-label={`${t('inverter.input')} ${at + 1}`} className={styles.input}>
          {(['mppt', 'input'] as const).map((field) => (
            <InputField key={field} {...props} input={input} at={at} field={field} put={put} />
          ))}
          <div className={styles.long}>
            <Choice
              label={t('inverter.field.array')}
              value={input.array}
              options={['', ...props.arrays].map((value) => ({ value, label: value || '–' }))}
              error={errorOf(`inputs.${at}.array`)}
              onChange={(array) => put(inverter.inputs.with(at, { ...input, array }))}
            />
          </div>
          <InputField {...props} input={input} at={at} field="strings" put={put} />
          <Button kind="quiet" onClick={() => put(inverter.inputs.toSpliced(at, 1))}>
            {t('inverter.removeInput')}
          </Button>
        </div>
      ))}
      <div className={styles.foot}>
        <Button onClick={() => put([...inverter.inputs, nextInput(inverter, props.arrays)])}>
          {t('inverter.addInput')}
        </Button>
        <Button onClick={props.onCopy}>{t('inverter.copy')}</Button>
        <Button kind="quiet" onClick={props.onRemove}>
          {t('inverter.remove')}
        </Button>
      </div>
    </div>
  );
}

interface InputFieldProps extends InverterFieldsProps {
  input: InputDraft;
  at: number;
  field: Exclude<keyof InputDraft, 'array'>;
  put: (inputs: readonly InputDraft[]) => void;
}

function InputField({ inverter, input, at, field, errorOf, onLeave, put }: InputFieldProps) {
  const { t } = useTranslation('station-designs');
  return (
    <Field
      label={t(`inverter.field.${field}`)}
      autoComplete="off"
      inputMode="numeric"
      value={input[field]}
      error={errorOf(`inputs.${at}.${field}`)}
      onChange={(event) => put(inverter.inputs.with(at, { ...input, [field]: event.target.value }))}
      onBlur={() => onLeave(`inputs.${at}.${field}`)}
    />
  );
}

/** The next input goes on where the last one ends: on its MPPT, with its array. */
function nextInput({ inputs }: InverterDraft, arrays: readonly string[]): InputDraft {
  const last = inputs.at(-1);
  if (!last) return { ...EMPTY_INPUT, array: arrays[0] ?? '' };
  const next = Math.max(0, ...inputs.map(({ input }) => Number(input) || 0)) + 1;
  return { ...last, input: String(next) };
}
