/** Channel managers, and operations of the service itself. */
export const channels = {
  listWebhooks: `For owners those of their homes, for the staff all. Values of \`headers\` and \`request_params\` are hidden, and the secret is never shown again.`,
  listWebhooksOfHome: `For the owner and the staff. \`registration\` says whether the channel manager knows the webhook, \`last_delivery_status\` what the last test
    delivery was answered.`,
  createWebhook: `For an owner with a verified address, and the staff; ten a home. Keep the \`secret\`: it is shown this once. The callback is the inbox of this
    service unless another is named. Only the staff map a home (\`remote_property_id\`, \`room_type_id\`, \`rate_plan_id\`); a job then registers the
    webhook and sends the calendar.`,
  updateWebhook: `For the owner and the staff; the mapping is for the staff. \`headers\` and \`request_params\` are replaced as a whole. The answer has a \`secret\` only
    when \`rotate_secret\` has made one. A job tells the channel manager.`,
  deleteWebhook: `For the owner and the staff. What came in stays in the list, bookings stay, and a job deletes the webhook at the channel manager.`,
  testWebhook: `For the owner and the staff, ten a minute. Waits for the callback and says what it answered; \`status_code\` null is that it could not be reached,
    with the reason in \`error\`. Private addresses are refused. The event is \`test\`, which the own inbox stores and ignores.`,
  receiveChannelEvent: `No client calls it. The secret of a subscription goes in \`x-webhook-secret\` or as a bearer token. An event is stored once by its
    \`revision_id\`, answered with 200, and applied by a job; \`GET /webhook/notifications-list\` has the outcome.`,
  listInboundNotifications: `\`received\` waits for its job, \`applied\` is done, \`ignored\` has no effect here, \`failed\` could not be read, and \`error\` says why. Kept for 90 days.`,

  checkLiveness: `Asks nothing and no database: while it answers, a restart does not help.`,
  checkReadiness: `For load balancers. 503 while the database cannot be read, and as soon as the process has to stop. With \`writes: false\` only
    reads work.`,
  checkWrites: `For alarms: writes into the database and takes it back. 503 when it is read-only, full or away.`,
  getSettings: `Read it once at the start: the key for real time, the publishable key of the payment provider, languages, currencies, and the limits that forms should
    know. May be kept for five minutes.`,
  getLabels: `Each value of an enum with its name for people, by the name of the field. Values are added with later versions: show the value itself where there is no
    name. May be kept for five minutes.`,
}
