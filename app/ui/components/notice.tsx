import type { ReactNode } from "react";

export interface NoticeLink {
  href: string;
  text: string;
}

interface NoticeProps {
  heading: ReactNode;
  /** The most likely way on. */
  button?: NoticeLink & { measure?: "login" };
  /** The other ways. */
  links?: readonly NoticeLink[];
  children: ReactNode;
}

/** A page that tells one thing and where to go from there. */
export function Notice({ heading, button, links = [], children }: NoticeProps) {
  return (
    <div className="stack">
      <h1>{heading}</h1>
      {children}
      {button && (
        <p>
          <a className="button" href={button.href} data-measure={button.measure}>
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
