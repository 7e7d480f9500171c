import { Alert } from '#web/ui/alert.tsx';

/** Why a site admin rejected an earlier version. */
export function EarlierReason({ reason }: { reason: string }) {
  return (
    <Alert>
      <p className="font-semibold">Rejected before, for this reason:</p>
      <p dir="auto" className="whitespace-pre-line">
        {reason}
      </p>
    </Alert>
  );
}
