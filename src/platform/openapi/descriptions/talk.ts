/** Messages, notifications and real time. */
/** What all lists that fill a copy have in common. */
const MIRROR = `Pages follow \`meta.next\` until it is null, and cost the same however far they are; rows added in between shift no page. After 410
    \`cursor_lost\` of the feed read all of it, and delete what it does not name. \`updated_since\` is for who does not follow the feed: it takes \`meta.as_of\` of
    the first page of the last time, and is 410 \`cursor_lost\` itself if something was lost since.`

export const talk = {
  sendMessage: `Anybody may write to the owner of a published home, to the other side of a stay and to who has written to them, with a verified address; others are
    403. The receiver gets the push \`message\`, a notification, and a mail if it stays unread for five minutes. The caller's other sockets get
    it too: name this page's socket in \`X-Socket-ID\`. A file goes as a form (\`attachment\`). Honours \`Idempotency-Key\`; 60 a minute.`,
  listConversations: `One row a person, with the last message and how many are unread; \`meta.unread\` is the number for a badge. The \`id\` of \`user\`
    opens the conversation.`,
  listMessages: `Pages go back in time: pass \`meta.next_before\` as \`before\`. \`meta\` says with whom it is, whether the caller has blocked them, may write, and
    up to where the other side has read. Who cannot be written to is 404, as who does not exist. Reading marks nothing: use \`…/read\`.`,
  markMessagesRead: `Without \`message_id\` all of it. The other person gets the push \`message_read\`, the notifications of these messages are read too, and the
    caller's own sockets get \`notification_read\`. A mark never moves back.`,
  tellTyping: `Send it while the user types; calls within the second are dropped, and are no error. The other person gets the push \`typing\`. Nothing is stored,
    and nothing is sent before the first message.`,
  blockUser: `They can no longer write to the caller (403), and are not notified. Mails about their messages that wait are not sent. Support can always write.
    Blocking twice is no error; strangers are 404.`,
  unblockUser: `They can write again. 404 when there is no block.`,
  reportConversation: `Support may read the whole conversation from then on, and each reading is recorded. A second report keeps the first reason. Without a
    conversation it is 404.`,
  listConversationReports: `For support and administrators: who has reported whom, why, and how often support has read it.`,
  readReportedConversation: `For support and administrators. Every page that is read is recorded with its reader before it is shown. Pages go back in time as in
    \`GET /messages/{user_id}\`; nothing is marked as read.`,
  readAttachment: `Use the address in \`attachment\` as it is: it is signed, needs no token, and is good for at least ten minutes. With a token the bare address
    works for the two of them. Pictures are webp and shown, a pdf is a download; ranges are served (206).`,

  listEvents: `Events come in one order that never changes, and each page says in \`meta.next\` where the next one begins; keep that text as it is, also of a
    page without events. \`wait\` holds the answer until there is an event, one such request an account: a second one ends the first. Kept for 30 days.
    410 \`cursor_lost\`: take \`after=latest\`, read everything anew, and go on from there. \`data\` is the subject as it was when the event got its place,
    some tenths of a second after it happened.`,

  mirrorReservations: `Fills a copy that follows the feed, and lists exactly what events carry in \`data\`. ${MIRROR}`,
  mirrorPayments: `As \`GET /mirror/reservations\`: payments with all their states. ${MIRROR}`,
  mirrorInvoices: `As \`GET /mirror/reservations\`: invoices and credit notes. ${MIRROR}`,
  mirrorCalendars: `As \`GET /mirror/reservations\`: ranges of at most 180 nights, from today at the home on for two years, home by home. A home whose calendar has
    changed is listed whole. Homes off the market are not listed. ${MIRROR}`,
  mirrorProperties: `As \`GET /mirror/reservations\`: homes on offer and drafts. A home off the market is not listed. ${MIRROR}`,

  listApiKeys: `The latest first, those that have expired among them. None is shown whole.`,
  createApiKey: `For homes of the account, those of support and administrators for any. A secret key does what its scopes name, a publishable one searches and
    prices homes. Without \`property_ids\` it is for all homes, also those to come. The owner gets a mail. 50 an account. Within ten minutes of a
    sign-in: 403 \`sign_in_again\` later, and a refreshed token is no sign-in. Pages of the \`origins\` of a publishable key also sign guests in, hold stays, verify
    payments and read texts, and the checkout may send guests back to them for homes of the key.`,
  updateApiKey: `What is absent stays. A scope is never added: 400. New origins count from the next request on.`,
  deleteApiKey: `The next request with it is 401. 404 for one of somebody else, and the second time.`,
  listWebhookEndpoints: `The latest first. Those of support and administrators are for all homes. A failing one says since when nothing has arrived.`,
  createWebhookEndpoint: `The address is a public one; outside production this machine will do. Without \`types\` everything is sent. Keep the \`secret\`: it is not shown
    again, and verifies what comes, as Standard Webhooks 1.0.0 says. 20 an account.`,
  getWebhookEndpoint: `Without its secret, which \`…/rotate\` replaces.`,
  updateWebhookEndpoint: `What is absent stays. \`enabled: false\` pauses it: events of that time are not sent afterwards, but can be replayed. \`enabled: true\` begins
    anew after it was disabled.`,
  deleteWebhookEndpoint: `Waiting deliveries are dropped, and the log of deliveries is deleted.`,
  rotateWebhookSecret: `Deliveries have two signatures for 24 hours: receivers can change their secret at any time within them.`,
  testWebhookEndpoint: `Sends \`endpoint.tested\` once, within ten seconds, also to an endpoint that is disabled. The answer is the delivery, with the first 2 kB of what came
    back.`,
  listWebhookDeliveries: `Pages go back in time: pass \`meta.next_before\` as \`before\`. Kept for 30 days.`,
  replayWebhookDelivery: `With the same \`webhook-id\`, and all its tries. 404 while it waits.`,
  replayWebhookEvents: `\`after\` and \`until\` are cursors of \`GET /events\`; at most ten thousand events, of the types that the endpoint wants. They keep their ids.`,

  listNotifications: `Title and message are written in the language of the request, and \`data\` has ids and facts for a text of one's own. \`meta.unread\` is the
    number for a badge. Read it after each connection to real time: pushes that came without one are here.`,
  markNotificationRead: `The caller's other devices get the push \`notification_read\`. One that is read already stays as it is.`,
  markAllNotificationsRead: `\`count\` says how many there were. The caller's other devices get the push \`notification_read\`.`,
  deleteNotification: `It is hidden for good; the same fact is not notified again.`,
  getNotificationSettings: `The answer has no envelope. They hold for mails and pushes of all types; mails of the account itself always go out.`,
  updateNotificationSettings: `Send what changes; the answer is all of it, without an envelope. Without \`push_notifications\` nothing is pushed, and the list stays
    complete. \`marketing_emails\` is off until it is asked for.`,
  previewUnsubscribe: `For the link in mails: which mails it would end. Browsers get a page with a button, which sends the POST; programs that follow links
    end nothing.`,
  unsubscribe: `Needs no account: the key of the mail is enough, also for the button of mail programs (RFC 8058), whatever the body. Repeating it is no
    error.`,
  tellGuestOfCancellation: `For the owner and support. The service tells the guest by itself when a stay is cancelled, so \`created\` is usually false; nothing is sent
    twice. 409 while the stay is not cancelled.`,
  tellPaymentStatus: `For the owner, support and who pays. Announces the latest refund where there is one, else the payment. 409 while neither has an outcome.
    \`created\` is false for an outcome that was announced before; nothing is sent twice.`,
  tellOwnerOfMessage: `For the author of the message. Sending it has told the owner already, so \`created\` is false unless that notification was lost. 409 when the
    receiver is no owner.`,
  tellOwnerOfComment: `For the author of the review. Writing it has told the owner already, so \`created\` is usually false. 409 when the review is hidden.`,
  tellGuestOfMessage: `For the author of the message, who is \`sender_id\` and an owner. Sending it has told the guest already, so \`created\` is usually false.`,

  authorizeChannel: `pusher-js and laravel-echo call it by themselves when they join \`private-user.{id}\`, for that user alone, or \`presence-chat\`, for verified
    users; every other channel is 403. Takes JSON or a form. The signature is good for this socket only.`,
  authenticateSocket: `pusher-js calls it in \`signin()\`. The socket belongs to the user from then on, and is closed when their sessions end.`,
}
