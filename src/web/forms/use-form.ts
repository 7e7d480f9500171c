import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError, type WriteHeaders } from '#web/api/api.ts';
import { showToast } from '#web/ui/toast.ts';
import { loadToaster } from '#web/ui/toast-region.tsx';
import { keepDraft, newIdempotencyKey, readDraft } from './draft.ts';
import { type Errors, errorsOf, failureInWords } from './errors.ts';

/** What a form begins with: its fields' texts, and the version of what they were read from. */
export type Opened<Field extends string> = {
  values: Record<Field, string>;
  etag?: string;
};

type Options<Field extends string> = {
  /** Whose form it is, and of what: unsaved text is kept under this name. */
  name: string;
  opened: Opened<Field>;
  /** Something besides the fields, such as a chosen file, is not saved yet. */
  unsaved?: boolean;
  check: (values: Record<Field, string>) => Errors;
  /** Saves; returns the page to go to then. */
  save: (values: Record<Field, string>, headers: WriteHeaders) => Promise<string>;
  /** Reads what is stored now; undefined where it is gone. */
  reload?: () => Promise<Opened<Field> | undefined>;
  /** What a toast says then. Spec section 8. */
  toasts: { success?: string; failure: string };
};

export type Form<Field extends string> = ReturnType<typeof useForm<Field>>;

/** The answer to an earlier attempt was lost, and the text was changed since. */
const STORED_AFTER_ALL =
  'An earlier attempt was stored after all. Look for it before you add this as another one.';

/**
 * The life of a form: what is typed, what is wrong with it, and saving it once and not over a newer
 * version. Nothing typed is lost by a failure.
 */
export function useForm<Field extends string>(options: Options<Field>) {
  const { name, check, save, reload, toasts } = options;
  const router = useRouter();
  const [draft] = useState(() => readDraft(name));
  const [opened, setOpened] = useState(options.opened);
  const [values, setValues] = useState<Record<Field, string>>({
    ...opened.values,
    ...draft?.values,
  });
  const [etag, setEtag] = useState(draft ? draft.etag : opened.etag);
  const [idempotencyKey, setIdempotencyKey] = useState(draft?.idempotencyKey ?? newIdempotencyKey);
  const [restored, setRestored] = useState(draft !== undefined);
  const [errors, setErrors] = useState<Errors>({});
  const [notice, setNotice] = useState<string>();
  const [newer, setNewer] = useState<Opened<Field>>();
  const [busy, setBusy] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const done = useRef(false);

  const fields = Object.keys(values) as Field[];
  const changed = fields.some((field) => values[field] !== opened.values[field]);
  const unsaved = changed || Boolean(options.unsaved);

  useEffect(() => {
    // A save that fails for want of a connection has to be told without one.
    void loadToaster();
  }, []);

  useEffect(() => {
    if (!done.current) keepDraft(name, changed ? { values, etag, idempotencyKey } : undefined);
  }, [name, changed, values, etag, idempotencyKey]);

  // In the order in which they stand on the page.
  useEffect(() => {
    for (const field of element.current?.elements ?? []) {
      if (field instanceof HTMLElement && (field.getAttribute('name') ?? '') in errors) {
        field.focus();
        return;
      }
    }
  }, [errors]);

  /** The form is about to be left, and its text is no longer wanted. */
  function finish(): void {
    done.current = true;
    keepDraft(name, undefined);
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setNotice(undefined);
    const wrong = check(values);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    await attempt(etag);
  }

  async function attempt(from: string | undefined): Promise<void> {
    setBusy(true);
    try {
      const next = await save(
        values,
        from ? { 'if-match': from } : { 'idempotency-key': idempotencyKey },
      );
      finish();
      if (toasts.success) showToast('success', toasts.success);
      // Pages that were fetched ahead show what was before.
      router.clearCache();
      await router.navigate({ href: next });
    } catch (error) {
      await failed(error);
    } finally {
      setBusy(false);
    }
  }

  async function failed(error: unknown): Promise<void> {
    showToast('error', toasts.failure);
    if (error instanceof ApiError && error.status === 412 && reload) {
      const found = await reload().catch(() => undefined);
      if (found) return setNewer(found);
    }
    if (error instanceof ApiError && error.status === 409) {
      setIdempotencyKey(newIdempotencyKey());
      setNotice(STORED_AFTER_ALL);
      return;
    }
    const wrong = Object.entries(errorsOf(error));
    const has = (field: string) => element.current?.elements.namedItem(field) != null;
    setErrors(Object.fromEntries(wrong.filter(([field]) => has(field))));
    const elsewhere = wrong
      .filter(([field]) => !has(field))
      .map(([field, text]) => `${field}: ${text}`);
    setNotice([failureInWords(error), ...elsewhere].filter(Boolean).join(' '));
  }

  return {
    element,
    values,
    opened,
    errors,
    notice,
    newer,
    busy,
    unsaved,
    restored,
    done,
    finish,
    submit,

    set(field: Field, text: string) {
      setValues((known) => ({ ...known, [field]: text }));
    },

    /** What a field needs to be bound to its text. */
    field: (field: Field) => ({
      name: field,
      value: values[field],
      error: errors[field],
      onChange: ({ target }: { target: { value: string } }) => {
        setValues((known) => ({ ...known, [field]: target.value }));
      },
    }),

    /** The newer version is known of, and this text goes over it. */
    keepMine() {
      if (!newer) return;
      setOpened(newer);
      setEtag(newer.etag);
      setNewer(undefined);
      void attempt(newer.etag);
    },

    /** Begins anew from what is stored. */
    startOver(from: Opened<Field> = opened) {
      setOpened(from);
      setValues(from.values);
      setEtag(from.etag);
      setNewer(undefined);
      setRestored(false);
      setIdempotencyKey(newIdempotencyKey());
      setErrors({});
      setNotice(undefined);
    },
  };
}
