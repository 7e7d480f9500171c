import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { WriteHeaders } from '#web/api/api.ts';
import { ApiError } from '#web/api/errors.ts';
import { useSession } from '#web/auth/use-session.ts';
import { SIGNED_OUT_WHILE_WRITING } from '#web/messages.ts';
import { prepareToasts, showToast } from '#web/ui/toast/toast.ts';
import { completeWebAddress } from './complete-web-address.ts';
import { newIdempotencyKey, readDraft, storeDraft } from './draft.ts';
import {
  badInputErrors,
  describeErrors,
  type Errors,
  type ErrorTexts,
  errorMessage,
  errorsOf,
  type Issue,
} from './errors.ts';

/**
 * The values with which a form starts. `etag` is the version that is being edited; undefined when an item is created.
 */
export type InitialValues<Field extends string> = {
  values: Record<Field, string>;
  etag?: string;
};

type Saved<Field extends string> = string | [page: string, toast: string] | InitialValues<Field>;

type Options<Field extends string> = {
  /** The storage key of the draft. Without a name, unsaved input is not stored. */
  name?: string;
  /** Whether the draft stays after a save, because a later step sends the values. */
  keepsDraft?: boolean;
  /** Whether the person stays on this page when the values are saved. */
  stays?: boolean;
  /** The initial values. When they change, the fields that the person has not edited change, too. */
  initial: InitialValues<Field>;
  /** Adapts the values of a restored draft to the current options. */
  reconcileDraft?: (stored: Record<Field, string>) => Record<Field, string>;
  /** The fields with web addresses, which are completed when the person leaves or submits them. */
  webAddresses?: readonly Field[];
  /** Whether anything apart from the fields is unsaved, such as a chosen file. */
  unsaved?: boolean;
  /** Called when the form is reset, to discard what is unsaved apart from the fields. */
  onReset?: () => void;
  /** Validates the values. `describe` makes sentences from the contract's messages. */
  check: (values: Record<Field, string>, describe: (issues: Issue[]) => Errors) => Errors;
  /** The wording of error messages. */
  errorTexts: ErrorTexts;
  /**
   * Saves the values. Resolves with the path of the next page, perhaps with a toast that replaces the usual toast, or
   * with the saved values and their version if the person stays on this page.
   */
  save: (values: Record<Field, string>, headers: WriteHeaders) => Promise<Saved<Field>>;
  /** Whether two sets of values have the same effect when saved. By default, all fields must be equal. */
  isSame?: (one: Record<Field, string>, other: Record<Field, string>) => boolean;
  /**
   * For editing: the path of the item's page, or a function that returns the page that follows, perhaps with a toast; and
   * a function that fetches the item again. It resolves to undefined if the item no longer exists.
   */
  edited?: {
    page: string | (() => string | [page: string, toast: string]);
    reload: () => Promise<InitialValues<Field> | undefined>;
  };
  /** The texts of the toasts. Spec: "Messages". */
  toasts: { success?: string; failure: string };
};

/** One way to save the form. A form may have another one, such as saving it as a draft. */
type SaveOptions<Field extends string> = Pick<Options<Field>, 'check' | 'save' | 'toasts'>;

export type FormState<Field extends string> = ReturnType<typeof useForm<Field>>;

/**
 * The state of a form: values, validation, saving and the draft. `Idempotency-Key` prevents creating an
 * item twice, and `If-Match` prevents overwriting a newer version. No failure loses input.
 */
export function useForm<Field extends string>(options: Options<Field>) {
  const { name, edited } = options;
  const router = useRouter();
  const session = useSession();
  const [draft] = useState(() => readDraft(name));
  const [initial, setInitial] = useState(options.initial);
  const [values, setValues] = useState(() => {
    const stored: Record<Field, string> = { ...initial.values, ...draft?.values };
    return options.reconcileDraft?.(stored) ?? stored;
  });
  const [etag, setEtag] = useState(draft ? draft.etag : initial.etag);
  const [idempotencyKey, setIdempotencyKey] = useState(draft?.idempotencyKey ?? newIdempotencyKey);
  const [restored, setRestored] = useState(draft !== undefined && !options.keepsDraft);
  const [errors, setErrors] = useState<Errors>({});
  const [message, setMessage] = useState<string>();
  const [conflict, setConflict] = useState<InitialValues<Field>>();
  const [busy, setBusy] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  /** The same as `busy`, but it changes at once and not only with the next rendering. */
  const isSaving = useRef(false);
  /** Whether the input was saved or discarded. After that, no draft is stored, and leaving needs no confirmation. */
  const isSettled = useRef(false);
  /** Whether the person has left the page. A save that completes later then does not navigate. */
  const isUnmounted = useRef(false);

  const fields = Object.keys(values) as Field[];
  const completed = { ...values };
  for (const field of options.webAddresses ?? []) {
    completed[field] = completeWebAddress(values[field]);
  }
  const isEqual = (one: Record<Field, string>, other: Record<Field, string>) =>
    fields.every((field) => one[field] === other[field]);
  const changed = !isEqual(values, initial.values);
  const unsaved = changed || Boolean(options.unsaved);

  useEffect(() => {
    prepareToasts();
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
    };
  }, []);

  useEffect(() => {
    if (isSettled.current) return;
    storeDraft(name, changed ? { values, etag, idempotencyKey } : undefined);
  }, [name, changed, values, etag, idempotencyKey]);

  // The stored version may change while the form is open, for example in another tab.
  const given = JSON.stringify(options.initial.values);
  const lastGiven = useRef(given);
  // biome-ignore lint/correctness/useExhaustiveDependencies: compared by value
  useEffect(() => {
    if (given === lastGiven.current) return;
    lastGiven.current = given;
    setInitial(options.initial);
    setValues((current) => follow(current, initial.values, options.initial.values));
  }, [given]);

  const describe = (issues: Issue[]) => describeErrors(issues, options.errorTexts, values);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isSaving.current) return;
    await validateAndSave(etag);
  }

  async function validateAndSave(
    version: string | undefined,
    way: SaveOptions<Field> = options,
  ): Promise<void> {
    setMessage(undefined);
    setValues(completed);
    const invalid = { ...badInputErrors(element.current), ...way.check(completed, describe) };
    setErrors(invalid);
    if (Object.keys(invalid).length === 0) await attemptSave(version, way);
  }

  async function attemptSave(version: string | undefined, way: SaveOptions<Field>): Promise<void> {
    isSaving.current = true;
    setBusy(true);
    try {
      const headers = version ? { 'if-match': version } : { 'idempotency-key': idempotencyKey };
      const saved = await way.save(completed, headers).catch((error) => onFailure(error, way));
      if (saved) await onSaved(saved, way);
    } finally {
      isSaving.current = false;
      setBusy(false);
    }
  }

  async function onSaved(saved: Saved<Field>, { toasts }: SaveOptions<Field>): Promise<void> {
    const toast = Array.isArray(saved) ? saved[1] : toasts.success;
    if (toast) showToast('success', toast);
    if (typeof saved !== 'string' && !Array.isArray(saved)) {
      setInitial(saved);
      setEtag(saved.etag);
      setConflict(undefined);
      setRestored(false);
      // Keep text that was typed during the save.
      setValues((current) => follow(current, completed, saved.values));
      return;
    }
    if (!options.keepsDraft) discardDraft();
    // Preloaded pages show the old values, so drop them.
    router.clearCache();
    if (isUnmounted.current) await router.invalidate();
    else await router.navigate({ href: Array.isArray(saved) ? saved[0] : saved });
  }

  function discardDraft(): void {
    isSettled.current = true;
    storeDraft(name, undefined);
  }

  async function onFailure(error: unknown, way: SaveOptions<Field>): Promise<void> {
    const status = error instanceof ApiError ? error.status : undefined;
    const current =
      status === 412 && edited ? await edited.reload().catch(() => undefined) : undefined;
    const isSame = current && (options.isSame ?? isEqual)(current.values, completed);
    // The input may already be saved, by an earlier attempt whose response was lost, or by someone else.
    if (edited && isSame) {
      if (options.unsaved) return attemptSave(current.etag, way);
      return onSaved(typeof edited.page === 'string' ? edited.page : edited.page(), way);
    }

    showToast('error', way.toasts.failure);
    const isSignedOut = session.getState().status !== 'signed-in';
    if (isSignedOut) showToast('error', SIGNED_OUT_WHILE_WRITING);
    // Accept input again, because only then can a field get the focus.
    isSaving.current = false;
    setBusy(false);
    if (current) return setConflict(current);
    // The key was used for a different request, so the next attempt needs a new one.
    if (status === 409) setIdempotencyKey(newIdempotencyKey());
    const invalid = Object.entries(errorsOf(error, describe));
    // The error summary takes the focus. Without invalid fields, leave the focus where it is: it may be in the message
    // about the conflict.
    if (invalid.length > 0) setConflict(undefined);
    const hasField = (field: string) => element.current?.elements.namedItem(field) != null;
    setErrors(Object.fromEntries(invalid.filter(([field]) => hasField(field))));
    const others = invalid.filter(([field]) => !hasField(field)).map(([, sentence]) => sentence);
    setMessage([errorMessage(error), ...others].filter(Boolean).join(' '));
  }

  /**
   * Changes a field. While a save that leads to another page is in progress, ignores input, because neither the server
   * nor the draft would get it.
   */
  function setValue(field: Field, text: string): void {
    const isLeaving = isSaving.current && !options.stays;
    if (!isLeaving) setValues((current) => ({ ...current, [field]: text }));
  }

  return {
    element,
    values,
    initial,
    /** The message for a failed save, in addition to the messages at fields. */
    message,
    /** The version that someone else has saved meanwhile. */
    conflict,
    errors,
    busy,
    unsaved,
    /** Whether the form started with a draft. */
    restored,
    submit,

    /** Saves the form in a different way than its submit button. */
    saveAs(way: SaveOptions<Field>) {
      if (!isSaving.current) void validateAndSave(etag, way);
    },

    /** The props that bind an input to a field. */
    field: (field: Field) => ({
      name: field,
      value: values[field],
      error: errors[field],
      onChange: ({ target }: { target: { value: string } }) => setValue(field, target.value),
      ...(options.webAddresses?.includes(field) && {
        onBlur: () => setValue(field, completed[field]),
      }),
    }),

    /** Whether leaving needs confirmation. */
    isUnsaved: () => unsaved && !options.keepsDraft && !isSettled.current && !isUnmounted.current,

    /** Leaves the form and discards its draft. A save that is in progress continues. */
    abandon() {
      isUnmounted.current = true;
      if (!isSaving.current) discardDraft();
    },

    /** Resolves a conflict by saving these values over the other version. */
    overwrite() {
      if (!conflict || isSaving.current) return;
      setInitial(conflict);
      setEtag(conflict.etag);
      void validateAndSave(conflict.etag);
    },

    /** Discards the input and starts again with `version`. */
    reset(version: InitialValues<Field> = initial) {
      if (isSaving.current) return;
      setInitial(version);
      setValues(version.values);
      setEtag(version.etag);
      setConflict(undefined);
      setRestored(false);
      setIdempotencyKey(newIdempotencyKey());
      setErrors({});
      setMessage(undefined);
      options.onReset?.();
      focusFirstField(element.current);
    },
  };
}

/** Replaces each value that equals the value in `last` with the value in `next`. */
export function follow<Field extends string>(
  values: Record<Field, string>,
  last: Record<Field, string>,
  next: Record<Field, string>,
): Record<Field, string> {
  const unedited = Object.entries(next).filter(
    ([field]) => values[field as Field] === last[field as Field],
  );
  return { ...values, ...Object.fromEntries(unedited) };
}

function focusFirstField(form: HTMLFormElement | null): void {
  const fields = Array.from(form?.elements ?? []);
  const first = fields.find((field) => field instanceof HTMLElement && field.hasAttribute('name'));
  if (first instanceof HTMLElement) first.focus();
}
