// Declares the parts of an installed package that the test uses, so that type checks run without it.

declare module "puppeteer-core" {
  export interface Page {
    on(event: "pageerror", listener: (error: unknown) => void): void;
    evaluateOnNewDocument(script: string): Promise<unknown>;
    goto(url: string): Promise<unknown>;
    evaluate<Result>(pageFunction: () => Result): Promise<Result>;
    focus(selector: string): Promise<void>;
    keyboard: { type(text: string): Promise<void> };
    waitForSelector(selector: string): Promise<unknown>;
    $eval<Result>(selector: string, pageFunction: (element: Element) => Result): Promise<Result>;
    close(): Promise<void>;
  }
  export interface Browser {
    newPage(): Promise<Page>;
    close(): Promise<void>;
  }
  const puppeteer: {
    launch(options: { browser: "firefox"; executablePath: string; headless: boolean }): Promise<Browser>;
  };
  export default puppeteer;
}
