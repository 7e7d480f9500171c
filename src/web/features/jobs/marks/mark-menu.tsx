import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { Button } from '#web/ui/button.tsx';
import { focusShowButton } from './hidden-card.tsx';
import { hideCompany, type MarkedJob, markJob, readMarks } from './marks.ts';
import { NoteForm } from './note-form.tsx';

/** The space between the button and the menu, and between the menu and the edge of the window (CSS pixels). */
const GAP = 8;

/** Opens the menu of a job beside the button that was clicked. Escape and a click elsewhere close it. */
export function openMarkMenu(job: MarkedJob, button: HTMLElement): void {
  const menu = document.body.appendChild(document.createElement('div'));
  menu.className = 'mark-menu';
  menu.popover = 'auto';
  menu.role = 'dialog';
  menu.ariaLabel = job.title;
  const root = createRoot(menu);
  menu.addEventListener('toggle', ({ newState }) => {
    if (newState !== 'closed') return;
    root.unmount();
    menu.remove();
  });
  menu.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) menu.hidePopover();
  });
  const close = (focused: HTMLElement | undefined = button) => {
    menu.hidePopover();
    focused?.focus();
  };
  // The items must exist before the first of them gets the focus.
  flushSync(() => root.render(<MenuItems job={job} close={close} />));
  // The popover is in the top layer, so the page keeps its layout.
  const { bottom, right } = button.getBoundingClientRect();
  menu.style.top = `${bottom + GAP}px`;
  menu.style.left = `max(${GAP}px, ${right}px - 16rem)`;
  menu.showPopover();
  const { height } = menu.getBoundingClientRect();
  if (bottom + height + 2 * GAP > innerHeight) {
    menu.style.top = `${Math.max(GAP, button.getBoundingClientRect().top - height - GAP)}px`;
  }
  menu.querySelector('button')?.focus();
}

function subscribe(onChange: () => void): () => void {
  addEventListener('storage', onChange);
  return () => removeEventListener('storage', onChange);
}

type Props = { job: MarkedJob; close: (focused?: HTMLElement) => void };

function MenuItems({ job, close }: Props) {
  const { applied, note, hidden } = useSyncExternalStore(subscribe, readMarks).of(job);
  const [isNoting, setIsNoting] = useState(false);
  if (isNoting) return <NoteForm id={job.id} note={note} onEnd={() => close()} />;
  const toggle = (name: 'applied' | 'hidden', time: string | null) => {
    markJob(job.id, { [name]: time ? null : new Date().toISOString() });
    close();
  };
  return (
    <ul>
      <Item onClick={() => toggle('applied', applied)}>
        {applied ? 'I did not apply' : 'I applied'}
      </Item>
      <Item onClick={() => setIsNoting(true)}>{note ? 'Change your note' : 'Write a note'}</Item>
      <Item
        onClick={() => {
          toggle('hidden', hidden);
          focusShowButton(job);
        }}
      >
        {hidden ? 'Show this job in lists' : 'Hide this job'}
      </Item>
      <Item
        onClick={() => {
          hideCompany(job.company, true);
          close();
          focusShowButton(job);
        }}
      >
        Hide all jobs from <bdi>{job.company.name}</bdi>
      </Item>
    </ul>
  );
}

function Item({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <li>
      <Button variant="text" onClick={onClick}>
        <span>{children}</span>
      </Button>
    </li>
  );
}
