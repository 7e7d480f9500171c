import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import { formatNumber } from '#shared/format/number.ts';

type Common = {
  label: string;
  name: string;
  /** A text below the label. */
  hint?: string | undefined;
  /** The validation message. */
  error?: string | undefined;
  required?: boolean | undefined;
};

type OwnProps = 'id' | 'className' | keyof Common;
type InputProps = Common & Omit<ComponentProps<'input'>, OwnProps>;
type TextAreaProps = Common &
  Omit<ComponentProps<'textarea'>, OwnProps> & {
    /** Shown above the text. */
    toolbar?: ReactNode;
    /** Shown below the text. */
    children?: ReactNode;
  };
type SelectProps = Common & Omit<ComponentProps<'select'>, OwnProps>;

/**
 * A text input of one line with label, hint and error. The name is also the id. A text longer than `maxLength` is an
 * error and never cut off, because people would not notice the loss.
 */
export function TextField({ label, hint, error, maxLength, ...input }: InputProps) {
  const common = { label, hint, error, name: input.name, required: input.required };
  return (
    <FieldWrapper {...common} below={<Counter value={input.value} maxLength={maxLength} />}>
      <input id={input.name} className="input" {...ariaProps(common)} {...input} />
    </FieldWrapper>
  );
}

/** A text input of several lines. */
export function TextAreaField(props: TextAreaProps) {
  const { label, hint, error, maxLength, toolbar, children, ...area } = props;
  const common = { label, hint, error, name: area.name, required: area.required };
  const below = (
    <>
      <Counter value={area.value} maxLength={maxLength} />
      {children}
    </>
  );
  return (
    <FieldWrapper {...common} below={below}>
      {toolbar}
      <textarea id={area.name} className="input" {...ariaProps(common)} {...area} />
    </FieldWrapper>
  );
}

/** A select box. Its children are the options. */
export function SelectField({ label, hint, error, ...select }: SelectProps) {
  const common = { label, hint, error, name: select.name, required: select.required };
  return (
    <FieldWrapper {...common}>
      <select id={select.name} className="select" {...ariaProps(common)} {...select} />
    </FieldWrapper>
  );
}

/** A file input. */
export function FileField({ label, hint, error, ...input }: InputProps) {
  const common = { label, hint, error, name: input.name, required: input.required };
  return (
    <FieldWrapper {...common}>
      <input
        id={input.name}
        type="file"
        className="input file-input"
        {...ariaProps(common)}
        {...input}
      />
    </FieldWrapper>
  );
}

/** Several fields for one fact, with a common label. */
export function FieldGroup({ label, name, hint, children }: WrapperProps) {
  return (
    <fieldset className="field" {...ariaProps({ label, name, hint })}>
      <legend className="field-label">{label}</legend>
      {hint && (
        <p id={hintId(name)} className="field-hint">
          {hint}
        </p>
      )}
      {children}
    </fieldset>
  );
}

type WrapperProps = Common & { children: ReactNode; below?: ReactNode };

function FieldWrapper({ label, name, hint, error, required, children, below }: WrapperProps) {
  return (
    <div className="field">
      {/* CSS draws the asterisk, so that it is not part of the accessible name. The input itself has `required`. */}
      <label className={required ? 'field-label required' : 'field-label'} htmlFor={name}>
        {label}
      </label>
      {hint && (
        <p id={hintId(name)} className="field-hint">
          {hint}
        </p>
      )}
      {children}
      {error && (
        <p id={errorId(name)} className="field-error">
          {error}
        </p>
      )}
      {below}
    </div>
  );
}

/** The fraction of the maximum length from which the remaining characters are shown. */
const NEAR_LIMIT = 0.9;

/** The pause in typing after which a screen reader announces the count (ms). */
const ANNOUNCEMENT_DELAY = 1_000;

type CounterProps = Pick<ComponentProps<'input'>, 'value' | 'maxLength'>;

/** Shows the number of remaining characters of a text that is nearly as long as allowed. */
function Counter({ value, maxLength }: CounterProps) {
  const text = String(value ?? '');
  if (maxLength === undefined || text.length < NEAR_LIMIT * maxLength) return null;
  // As in the contract, a character is a code point.
  return <Remaining count={maxLength - [...text].length} />;
}

function Remaining({ count }: { count: number }) {
  const [announced, setAnnounced] = useState('');
  const characters = Math.abs(count) === 1 ? 'character' : 'characters';
  const text =
    count < 0
      ? `${formatNumber(-count)} ${characters} too many`
      : `${formatNumber(count)} ${characters} left`;
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(text), ANNOUNCEMENT_DELAY);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <>
      <p aria-hidden="true" className={count < 0 ? 'field-error' : 'field-count'}>
        {text}
      </p>
      <p role="status" className="sr-only">
        {announced}
      </p>
    </>
  );
}

/** Links the input to its hint and error. */
function ariaProps({ name, hint, error }: Common) {
  const ids = [error && errorId(name), hint && hintId(name)].filter(Boolean).join(' ');
  return {
    ...(error && { 'aria-invalid': true }),
    ...(ids && { 'aria-describedby': ids }),
  };
}

const errorId = (name: string) => `${name}-error`;
const hintId = (name: string) => `${name}-hint`;
