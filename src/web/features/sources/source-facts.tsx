import type { Source } from '#shared/contract/sources.ts';
import { formatNumber } from '#shared/format/number.ts';
import { CalendarDate } from '#web/ui/calendar-date.tsx';
import { Fact } from '#web/ui/fact.tsx';
import { TimeAgo, TimeUntil } from '#web/ui/relative-time.tsx';
import { describeState, formatInterval } from './describe-source.ts';
import { ExternalLink } from './external-link.tsx';

/** The facts of a source. */
export function SourceFacts({ source, isReading }: { source: Source; isReading: boolean }) {
  const { nextrun, confirmed, url, tenant } = source;
  return (
    <dl className="border-t border-line">
      <Fact label="State">{describeState(source)}</Fact>
      <Fact label="Reads">{url ? <ExternalLink href={url}>{tenant}</ExternalLink> : tenant}</Fact>
      <Fact label="Open jobs">{formatNumber(source.jobs)}</Fact>
      <Fact label="Last complete list">{confirmed ? <TimeAgo iso={confirmed} /> : 'None yet'}</Fact>
      <Fact label="Next run">
        {isReading ? 'Now' : nextrun ? <TimeUntil iso={nextrun} /> : 'None'}
      </Fact>
      <Fact label="How often">{formatInterval(source.interval)}</Fact>
      <Fact label="Added on">
        <CalendarDate iso={source.created} />
      </Fact>
    </dl>
  );
}
