import type { ReactNode } from "react";

interface NoticeLink {
  href: string;
  text: string;
}

interface NoticeProps {
  heading: ReactNode;
  /** The button for the most likely next step. */
  button?: NoticeLink & { interactionKind?: "login" };
  /** Links to less likely next steps. */
  links?: readonly NoticeLink[];
  children: ReactNode;
}

/** A page with one message and the next steps. */
export function Notice({ heading, button, links = [], children }: NoticeProps) {
  return (
    <div className="stack">
      <h1>{heading}</h1>
      {children}
      {button && (
        <p>
          <a className="button" href={button.href} data-measure={button.interactionKind}>
            {button.text}
          </a>
        </p>
      )}
      {links.length > 0 && (
        <ul className="links">
          {links.map(({ href, text }) => (
            <li key={href}>
              <a href={href}>{text}</a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
