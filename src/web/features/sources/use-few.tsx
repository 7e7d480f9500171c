import { useState } from 'react';
import { formatNumber } from '#shared/format/number.ts';
import { Button } from '#web/ui/button.tsx';

/** The number of rows that are initially shown, so that the runs below are near. */
const FEW = 5;

/** Shows a few rows of a list, or all of them. Returns the shown rows, and the button that switches between the two. */
export function useFew<Row>(rows: readonly Row[]) {
  const [isAll, setIsAll] = useState(false);
  if (rows.length <= FEW + 1) return { shown: rows, toggle: null };
  return {
    shown: isAll ? rows : rows.slice(0, FEW),
    toggle: (
      <Button variant="secondary" className="mt-6" onClick={() => setIsAll(!isAll)}>
        {isAll ? 'Show fewer' : `Show all ${formatNumber(rows.length)}`}
      </Button>
    ),
  };
}
