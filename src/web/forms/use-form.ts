import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { SIGNED_OUT_WHILE_WRITING } from '#shared/constants/messages.ts';
import { ApiError, type WriteHeaders } from '#web/api/api.ts';
import { useSession } from '#web/session/use-session.ts';
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
  /** The name of the form and its owner, under which unsaved input is stored. */
  name: string;
  opened: Opened<Field>;
  /** Adapts stored input to the options that exist now. */
  refit?: (stored: Record<Field, string>) => Record<Field, string>;
  /** Something besides the fields' texts, such as a chosen file, is not saved yet. */
  unsaved?: boolean;
  /** Forgets that. */
  onStartOver?: () => void;
  check: (values: Record<Field, string>) => Errors;
  /** Saves; returns the page to go to then. */
  save: (values: Record<Field, string>, headers: WriteHeaders) => Promise<string>;
  /** What is edited: its page, and how to read it anew; undefined where it is gone. */
  edited?: { page: string; reload: () => Promise<Opened<Field> | undefined> };
  /** What a toast says then. Spec: "Messages". */
  toasts: { success?: string; failure: string };
};

export type Form<Field extends string> = ReturnType<typeof useForm<Field>>;

/**
 * The life of a form: what is typed, what is wrong with it, and saving it once and not over a newer
 * version. Nothing typed is lost by a failure.
 */
export function useForm<Field extends string>(options: Options<Field>) {
  const { name, check, save, edited, toasts } = options;
  const router = useRouter();
  const session = useSession();
  const [draft] = useState(() => readDraft(name));
  const [opened, setOpened] = useState(options.opened);
  const [values, setValues] = useState(() => {
    const stored: Record<Field, string> = { ...opened.values, ...draft?.values };
    return options.refit?.(stored) ?? stored;
  });
  const [etag, setEtag] = useState(draft ? draft.etag : opened.etag);
  const [idempotencyKey, setIdempotencyKey] = useState(draft?.idempotencyKey ?? newIdempotencyKey);
  const [restored, setRestored] = useState(draft !== undefined);
  const [errors, setErrors] = useState<Errors>({});
  const [notice, setNotice] = useState<string>();
  const [newer, setNewer] = useState<Opened<Field>>();
  const [busy, setBusy] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  /** Ahead of `busy`, which the next rendering brings. */
  const saving = useRef(false);
  /** The input is saved or discarded: nothing is stored, and leaving needs no confirmation. */
  const done = useRef(false);
  /** The person has gone elsewhere, and is not fetched back. */
  const left = useRef(false);

  const fields = Object.keys(values) as Field[];
  const changed = fields.some((field) => values[field] !== opened.values[field]);
  const unsaved = changed || Boolean(options.unsaved);

  useEffect(() => {
    // Preload: an offline failure must still show.
    void loadToaster();
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);

  useEffect(() => {
    if (!done.current) keepDraft(name, changed ? { values, etag, idempotencyKey } : undefined);
  }, [name, changed, values, etag, idempotencyKey]);

  // In the order in which they stand on the page.
  useEffect(() => {
    focusField(element.current, (field) => field in errors);
  }, [errors]);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (saving.current) return;
    await begin(etag);
  }

  async function begin(from: string | undefined): Promise<void> {
    setNotice(undefined);
    const wrong = { ...unreadable(element.current), ...check(values) };
    setErrors(wrong);
    if (Object.keys(wrong).length === 0) await attempt(from);
  }

  async function attempt(from: string | undefined): Promise<void> {
    saving.current = true;
    setBusy(true);
    try {
      const headers = from ? { 'if-match': from } : { 'idempotency-key': idempotencyKey };
      const page = await save(values, headers).catch(failed);
      if (page) await saved(page);
    } finally {
      saving.current = false;
      setBusy(false);
    }
  }

  async function saved(page: string): Promise<void> {
    done.current = true;
    keepDraft(name, undefined);
    if (toasts.success) showToast('success', toasts.success);
    // Pages that were fetched ahead show what was before.
    router.clearCache();
    if (left.current) await router.invalidate();
    else await router.navigate({ href: page });
  }

  async function failed(error: unknown): Promise<void> {
    const status = error instanceof ApiError ? error.status : undefined;
    const found =
      status === 412 && edited ? await edited.reload().catch(() => undefined) : undefined;
    const same = found && fields.every((field) => found.values[field] === values[field]);
    // It was saved by an attempt whose answer was lost, or somebody else has written the very same.
    if (edited && same) return options.unsaved ? attempt(found.etag) : saved(edited.page);

    showToast('error', toasts.failure);
    if (session.getState().status !== 'signed-in') showToast('error', SIGNED_OUT_WHILE_WRITING);
    // The fields take what is typed again before one of them gets the focus.
    saving.current = false;
    setBusy(false);
    if (found) return setNewer(found);
    // What the key has stood for is told; the next attempt is another creation.
    if (status === 409) setIdempotencyKey(newIdempotencyKey());
    const wrong = Object.entries(errorsOf(error));
    // The focus goes to the first of these; else it stays where it is, which may be in that choice.
    if (wrong.length > 0) setNewer(undefined);
    const has = (field: string) => element.current?.elements.namedItem(field) != null;
    setErrors(Object.fromEntries(wrong.filter(([field]) => has(field))));
    const elsewhere = wrong.filter(([field]) => !has(field)).map((parts) => parts.join(': '));
    setNotice([failureInWords(error), ...elsewhere].filter(Boolean).join(' '));
  }

  /** Input during a save would be neither saved nor stored. */
  function set(field: Field, text: string): void {
    if (!saving.current) setValues((known) => ({ ...known, [field]: text }));
  }

  return {
    element,
    values,
    opened,
    notice,
    newer,
    errors,
    busy,
    unsaved,
    restored,
    submit,

    /** What a field needs to be bound to its text. */
    field: (field: Field) => ({
      name: field,
      value: values[field],
      error: errors[field],
      onChange: ({ target }: { target: { value: string } }) => set(field, target.value),
    }),

    /** Whether leaving needs confirmation. */
    isUnsaved: () => unsaved && !done.current && !left.current,

    /** Leaves, whatever stands here: what is still being saved is let be, the rest thrown away. */
    leave() {
      left.current = true;
      if (saving.current) return;
      done.current = true;
      keepDraft(name, undefined);
    },

    /** The newer version is known of, and this text goes over it. */
    keepMine() {
      if (!newer || saving.current) return;
      setOpened(newer);
      setEtag(newer.etag);
      void begin(newer.etag);
    },

    /** Begins anew from what is stored. */
    startOver(from: Opened<Field> = opened) {
      if (saving.current) return;
      setOpened(from);
      setValues(from.values);
      setEtag(from.etag);
      setNewer(undefined);
      setRestored(false);
      setIdempotencyKey(newIdempotencyKey());
      setErrors({});
      setNotice(undefined);
      options.onStartOver?.();
      focusField(element.current, () => true);
    },
  };
}

/** What the browser cannot read is empty for us: half a day, or the 30th of February. */
export function unreadable(form: HTMLFormElement | null): Errors {
  const errors: Errors = {};
  for (const field of form?.elements ?? []) {
    if (field instanceof HTMLInputElement && field.validity.badInput) {
      errors[field.name] = 'This must be a whole day, and one that there is.';
    }
  }
  return errors;
}

function focusField(form: HTMLFormElement | null, wanted: (name: string) => boolean): void {
  for (const field of form?.elements ?? []) {
    const name = field.getAttribute('name');
    if (field instanceof HTMLElement && name && wanted(name)) {
      field.focus();
      break;
    }
  }
}
