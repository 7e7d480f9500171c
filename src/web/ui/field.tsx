import type { ComponentProps, ReactNode } from 'react';

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
type TextAreaProps = Common & Omit<ComponentProps<'textarea'>, OwnProps> & { children?: ReactNode };
type SelectProps = Common & Omit<ComponentProps<'select'>, OwnProps>;

/** A text input of one line with label, hint and error. The name is also the id. */
export function TextField({ label, hint, error, ...input }: InputProps) {
  const common = { label, hint, error, name: input.name, required: input.required };
  return (
    <FieldWrapper {...common}>
      <input id={input.name} className="input" {...ariaProps(common)} {...input} />
    </FieldWrapper>
  );
}

/** A text input of several lines. The children are shown below it. */
export function TextAreaField({ label, hint, error, children, ...area }: TextAreaProps) {
  const common = { label, hint, error, name: area.name, required: area.required };
  return (
    <FieldWrapper {...common} below={children}>
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
