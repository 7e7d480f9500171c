import type { ComponentProps, ReactNode } from 'react';

type Common = {
  label: string;
  name: string;
  /** What helps to fill it in, below the label. */
  hint?: string | undefined;
  /** What is wrong with what was entered, in plain words. */
  error?: string | undefined;
  required?: boolean | undefined;
};

type Own = 'id' | 'className' | keyof Common;
type InputProps = Common & Omit<ComponentProps<'input'>, Own>;
type TextAreaProps = Common & Omit<ComponentProps<'textarea'>, Own> & { children?: ReactNode };
type SelectProps = Common & Omit<ComponentProps<'select'>, Own>;

/** A line of text with its label, and beside it what is wrong with it. */
export function TextField({ label, hint, error, ...input }: InputProps) {
  const common = { label, hint, error, name: input.name, required: input.required };
  return (
    <Labelled {...common}>
      <input id={input.name} className="input" {...described(common)} {...input} />
    </Labelled>
  );
}

/** Several lines of text; the children stand below them. */
export function TextAreaField({ label, hint, error, children, ...area }: TextAreaProps) {
  const common = { label, hint, error, name: area.name, required: area.required };
  return (
    <Labelled {...common} below={children}>
      <textarea id={area.name} className="input" {...described(common)} {...area} />
    </Labelled>
  );
}

/** One of several; the options are the children. */
export function SelectField({ label, hint, error, ...select }: SelectProps) {
  const common = { label, hint, error, name: select.name, required: select.required };
  return (
    <Labelled {...common}>
      <select id={select.name} className="select" {...described(common)} {...select} />
    </Labelled>
  );
}

/** A file of this person's machine. */
export function FileField({ label, hint, error, ...input }: InputProps) {
  const common = { label, hint, error, name: input.name, required: input.required };
  return (
    <Labelled {...common}>
      <input
        id={input.name}
        type="file"
        className="input file-input"
        {...described(common)}
        {...input}
      />
    </Labelled>
  );
}

type LabelledProps = Common & { children: ReactNode; below?: ReactNode };

function Labelled({ label, name, hint, error, required, children, below }: LabelledProps) {
  return (
    <div className="field">
      {/* The mark is drawn, and so no part of the field's name; the field itself says it is required. */}
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

function described({ name, hint, error }: Common) {
  const ids = [error && errorId(name), hint && hintId(name)].filter(Boolean).join(' ');
  return {
    ...(error && { 'aria-invalid': true }),
    ...(ids && { 'aria-describedby': ids }),
  };
}

const errorId = (name: string) => `${name}-error`;
const hintId = (name: string) => `${name}-hint`;
