import type { CompanyRename } from '#shared/contract/company-renames.ts';
import { pages } from '#shared/urls/paths.ts';
import { ignoreStatus } from '#web/api/errors.ts';
import { useSession } from '#web/auth/use-session.ts';
import { useAsync } from '#web/data/use-async.ts';
import { TOASTS } from '#web/messages.ts';
import { CompanyLogo } from '#web/ui/company-logo.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { Decision } from './decision.tsx';
import { EarlierReason } from './earlier-reason.tsx';
import { ItemFrame, type ItemProps } from './item-frame.tsx';
import { NameWarnings } from './name-warnings.tsx';

/** Common reasons for a rejection. */
const REASONS = [
  'Another company is known by this name.',
  'We cannot tell that this website belongs to the company.',
  'This is a different company. Register it instead.',
] as const;

/** A new name or website that an owner wants for their company, beside the current ones. */
export function RenameItem({ id, place }: ItemProps) {
  const { api } = useSession();
  const result = useAsync(id, () =>
    api('GET /api/renames/:id', { params: { id } }).catch(ignoreStatus(404)),
  );
  return (
    <ItemFrame
      place={place}
      label="Change of name or website"
      result={result}
      titleOf={({ company }) => company.name}
      versionOf={({ version }) => version}
    >
      {(rename, mayDecide) => {
        const params = { id };
        const headers = { 'if-match': `"${rename.version}"` };
        return (
          <>
            <Facts rename={rename} />
            {rename.reason && <EarlierReason reason={rename.reason} />}
            <NameWarnings {...rename} />
            <Decision
              isDisabled={!mayDecide}
              approval={{
                label: 'Approve change',
                texts: TOASTS.approveRename,
                act: (call) => call('POST /api/renames/:id/approve', { params }, headers),
              }}
              rejection={{
                label: 'Reject change',
                texts: TOASTS.rejectRename,
                act: (call, reason) =>
                  call('POST /api/renames/:id/reject', { params, body: { reason } }, headers),
              }}
              reasons={REASONS}
              hint="The owners read it on the dashboard, and get it by email."
              onDone={place.onDone}
            />
          </>
        );
      }}
    </ItemFrame>
  );
}

function Facts({ rename }: { rename: CompanyRename }) {
  const { company, person } = rename;
  return (
    <>
      <CompanyLogo company={company} />
      <dl className="facts">
        <div className="min-w-0">
          <dt>Company</dt>
          <dd>
            <PageLink href={pages.company(company.id)} className="link">
              <bdi>{company.name}</bdi>
            </PageLink>
          </dd>
        </div>
        <div className="min-w-0">
          <dt>Requested by</dt>
          <dd>{person ? <bdi>{person}</bdi> : <span className="text-muted">Unknown</span>}</dd>
        </div>
      </dl>
      <dl className="grid gap-4">
        <Change name="Name" before={company.name} after={rename.name} />
        {/* The URLs are not links, because nobody has checked the new one yet. */}
        <Change name="Website" before={textOf(company)} after={textOf(rename)} />
      </dl>
      {rename.domain && (
        <p>
          People with an email address at <bdi>{rename.domain}</bdi> can then claim this company.
        </p>
      )}
    </>
  );
}

const textOf = ({
  website,
  websitetext = website,
}: {
  website: string;
  websitetext?: string | undefined;
}) => websitetext;

/** The current value beside the requested one. Nothing if it stays. */
function Change({ name, before, after }: { name: string; before: string; after: string }) {
  if (before === after) return null;
  return (
    <div className="border-t border-line pt-3 first:border-t-0 first:pt-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="mt-1 grid gap-x-8 gap-y-2 sm:grid-cols-2">
        <p>
          <span className="block text-sm text-muted">Now</span>
          <bdi>{before || 'None'}</bdi>
        </p>
        <p className="font-semibold">
          <span className="block text-sm font-normal text-muted">Requested</span>
          <bdi>{after}</bdi>
        </p>
      </dd>
    </div>
  );
}
