/** What the browser kept was for somebody else: login and logout reset it (docs/product.md#cookies-and-storage). Cookies stay. */
export function forgetCache<Reply extends { headers: Headers }>(reply: Reply): Reply {
  reply.headers.set("Clear-Site-Data", '"cache"');
  return reply;
}
