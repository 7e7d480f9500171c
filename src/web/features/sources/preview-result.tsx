import type { ReactNode } from 'react';
import type { PreviewResult } from '#shared/contract/sources.ts';
import { NO_COUNTS } from '#shared/domain/sources.ts';
import { formatCount } from '#shared/format/count.ts';
import { formatNumber } from '#shared/format/number.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Fact } from '#web/ui/fact.tsx';
import { ExternalLink } from './external-link.tsx';
import { SkippedEntries } from './skipped-entries.tsx';

type Found = NonNullable<PreviewResult['found']>;

type Props = {
  result: PreviewResult;
  /** Previews a different URL instead; absent if the preview is of a saved source. */
  onPreview?: (url: string) => void;
};

/** The result for a URL, and what a first run would do. */
export function PreviewResultView({ result, onPreview }: Props) {
  const { found, others, error, counts } = result;
  return (
    <div className="grid gap-8">
      {error && (
        <Alert role="alert">
          <p>{error}</p>
        </Alert>
      )}
      {found && (
        <dl className="grid border-t border-line">
          <Fact label="System">
            {found.systemname}, <ExternalLink href={found.url}>{found.tenant}</ExternalLink>
          </Fact>
          <Fact label="Company">{result.company || 'Not stated'}</Fact>
          <Fact label="Jobs">
            {formatNumber(result.jobs)}
            {result.jobs > 0 && !result.complete && ', but the list is not complete'}
          </Fact>
        </dl>
      )}
      {result.jobs > 0 && (
        <>
          <Part title={result.existing ? 'The next run would' : 'The first run would'}>
            <Effects counts={counts} duplicates={result.duplicates} />
            <SkippedEntries entries={result.skipped} count={counts.skipped} />
          </Part>
          {result.samples.length > 0 && (
            <Part title={result.samples.length === 1 ? 'The job' : 'Some of the jobs'}>
              <ul className="border-t border-line">
                {result.samples.map((sample) => (
                  <li
                    key={`${sample.title} ${sample.url} ${sample.location}`}
                    className="border-b border-line py-3"
                  >
                    <p dir="auto" className="font-semibold">
                      {sample.title}
                    </p>
                    <p className="text-muted text-small">
                      {[sample.location, sample.type, sample.pay].filter(Boolean).join(' · ')}
                    </p>
                  </li>
                ))}
              </ul>
            </Part>
          )}
          <Lacking result={result} />
        </>
      )}
      {onPreview && others.length > 0 && (
        <Part title={found ? 'The page names other boards too' : 'The page names these boards'}>
          <ul className="border-t border-line">
            {others.map((other) => (
              <OtherBoard key={other.url} board={other} onPreview={onPreview} />
            ))}
          </ul>
        </Part>
      )}
    </div>
  );
}

type OtherProps = { board: Found; onPreview: (url: string) => void };

function OtherBoard({ board, onPreview }: OtherProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3">
      <p>
        {board.systemname}: <ExternalLink href={board.url}>{board.tenant}</ExternalLink>
      </p>
      <Button
        variant="secondary"
        aria-label={`Preview this one: ${board.systemname}, ${board.tenant}`}
        onClick={() => onPreview(board.url)}
      >
        Preview this one
      </Button>
    </li>
  );
}

/** The effects of a first run, one per line. */
function Effects({ counts, duplicates }: Pick<PreviewResult, 'counts' | 'duplicates'>) {
  const { added, changed, closed, reopened, unchanged } = { ...NO_COUNTS, ...counts };
  const lines = [
    added > 0 && `add ${formatCount(added)}`,
    changed > 0 && `change ${formatCount(changed)}`,
    reopened > 0 && `reopen ${formatCount(reopened)}`,
    closed > 0 && `close ${formatCount(closed)}`,
    unchanged > 0 && `leave ${formatCount(unchanged)} as ${unchanged === 1 ? 'it is' : 'they are'}`,
  ].filter((line) => line !== false);
  return (
    <>
      <ul className="list-disc pl-5">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
        {lines.length === 0 && <li>change nothing</li>}
      </ul>
      {duplicates > 0 && (
        <p className="mt-3">
          {duplicates === 1
            ? 'One of the jobs seems to be already on the board. You can merge the two jobs afterwards.'
            : `${formatNumber(duplicates)} of the jobs seem to be already on the board. You can merge them afterwards.`}
        </p>
      )}
    </>
  );
}

const LACKING: Record<keyof PreviewResult['lacking'], string> = {
  description: 'description',
  location: 'location',
  pay: 'pay',
  employment: 'type of employment',
  applyurl: 'apply URL',
};

function Lacking({ result: { lacking, checked, jobs } }: Pick<Props, 'result'>) {
  const names = Object.keys(LACKING) as (keyof typeof LACKING)[];
  const lines = names
    .filter((name) => lacking[name] > 0)
    .map((name) => {
      const count = lacking[name];
      if (count === checked && checked > 1) return `No job states its ${LACKING[name]}.`;
      const subject = count === 1 ? '1 job states' : `${formatNumber(count)} jobs state`;
      return `${subject} no ${LACKING[name]}.`;
    });
  if (lines.length === 0) return null;
  return (
    <Part title="What is missing">
      {checked < jobs && <p className="mb-2">In {formatCount(checked)} that we checked:</p>}
      <ul className="list-disc pl-5">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-3 text-xl font-semibold tracking-tight">{title}</h3>
      {children}
    </section>
  );
}
