import type { Source } from '#shared/contract/sources.ts';
import { ignoreStatus } from '#web/api/errors.ts';
import { useSession } from '#web/auth/use-session.ts';
import { useAsync } from '#web/data/use-async.ts';
import { formatInterval } from '#web/features/sources/describe-source.ts';
import { SourceQuestion } from '#web/features/sources/source-question.tsx';
import { SITE_ADMIN_SCOPE } from '#web/features/sources/source-scope.ts';
import { Fact } from '#web/ui/fact.tsx';
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
      label="Question about an import"
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
              onRemoved={place.onDone}
            />
          )}
          <ReadingFacts source={source} />
          <p>
            <PageLink href={SITE_ADMIN_SCOPE.hrefOf(id)} className="link">
              Open the source
            </PageLink>{' '}
            {source.state === 'proposed'
              ? 'to change how it is read.'
              : 'to see its runs, to pause it or to remove it.'}
          </p>
        </>
      )}
    </ItemFrame>
  );
}

/** How the source is read: what an approval approves. */
function ReadingFacts({ source }: { source: Source }) {
  const { interval, settable, settings } = source;
  const entered = settable.filter(({ name }) => settings[name]);
  return (
    <dl className="border-t border-line">
      <Fact label="Reads">{source.tenant}</Fact>
      <Fact label="How often">{formatInterval(interval)}</Fact>
      {entered.map(({ name, label }) => (
        <Fact key={name} label={label}>
          <bdi>{settings[name]}</bdi>
        </Fact>
      ))}
    </dl>
  );
}

const waits = ({ state }: Source) => state === 'proposed' || state === 'asking';
