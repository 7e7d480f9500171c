import type { Source } from '#shared/contract/sources.ts';
import { ignoreStatus } from '#web/api/errors.ts';
import { useSession } from '#web/auth/use-session.ts';
import { useAsync } from '#web/data/use-async.ts';
import { SourceQuestion } from '#web/features/sources/source-question.tsx';
import { SITE_ADMIN_SCOPE } from '#web/features/sources/source-scope.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import { ItemFrame, type ItemProps } from './item-frame.tsx';

/** A source that waits for an approval, or asks whether it may close many jobs. */
export function QuestionItem({ id, place }: ItemProps) {
  const { api } = useSession();
  const result = useAsync(id, async () => {
    const source = await api('GET /api/sources/:id', { params: { id } }).catch(ignoreStatus(404));
    return source && waits(source) ? source : undefined;
  });
  return (
    <ItemFrame
      place={place}
      label="Import asks"
      result={result}
      titleOf={({ company, systemname }) => `${company.name}: ${systemname}`}
      versionOf={({ version }) => version}
    >
      {(source, mayDecide) => (
        <>
          {mayDecide && (
            <SourceQuestion
              source={source}
              scope={SITE_ADMIN_SCOPE}
              isReading={false}
              onChanged={place.onDone}
              onRunRequested={place.onDone}
            />
          )}
          <p>
            <PageLink href={SITE_ADMIN_SCOPE.hrefOf(id)} className="link">
              Open the source
            </PageLink>{' '}
            to see its runs, to pause it or to remove it.
          </p>
        </>
      )}
    </ItemFrame>
  );
}

const waits = ({ state }: Source) => state === 'proposed' || state === 'asking';
