import type { ComponentProps, ReactNode } from 'react';

type Common = {
  label: string;
  name: string;
  /** What is wrong with what was entered, in plain words. */
  error?: string | undefined;
};

type InputProps = Common & Omit<ComponentProps<'input'>, 'id' | 'className'>;
type TextAreaProps = Common & Omit<ComponentProps<'textarea'>, 'id' | 'className'>;

/** A line of text with its label, and beside it what is wrong with it. */
export function TextField({ label, error, ...input }: InputProps) {
  return (
    <Labelled label={label} name={input.name} error={error}>
      <input id={input.name} className="input" {...invalid(input.name, error)} {...input} />
    </Labelled>
  );
}

/** Several lines of text. */
export function TextAreaField({ label, error, ...area }: TextAreaProps) {
  return (
    <Labelled label={label} name={area.name} error={error}>
      <textarea id={area.name} className="input" {...invalid(area.name, error)} {...area} />
    </Labelled>
  );
}

function Labelled({ label, name, error, children }: Common & { children: ReactNode }) {
  return (
    <div className="field">
      <label className="field-label" htmlFor={name}>
        {label}
      </label>
      {children}
      {error && (
        <p id={errorId(name)} className="field-error">
          {error}
        </p>
      )}
    </div>
  );
}

function invalid(name: string, error: string | undefined) {
  return error ? { 'aria-invalid': true, 'aria-describedby': errorId(name) } : {};
}

const errorId = (name: string) => `${name}-error`;
