/** Payment links, supplements, invoices, refunds, saved cards, and the provider's side. */
export const payments = {
  showPayment: `The page of the links in mails and of \`payment_url\` of a balance; no account is needed, whoever has the address may pay. HTML, in the language
    of the request. After the checkout, with \`session_id\`, it asks the provider first, and then says that it is paid.`,
  pay: `What the button of the page sends: 303 to a checkout of the provider, a new one where the last has ended. A balance can be paid so before
    its day. A hold that is over is 409.`,
  listSupplements: `What the stay costs beyond its price, with the state of the payment that bills each; \`payment_status\` null is not billed yet.`,
  addSupplement: `For the owner and the staff, of a stay that is confirmed, checked in or completed; a hundred at most. The guest is not notified yet: bill all of
    them with \`POST …/invoice?is_supplement=true\`. Honours \`Idempotency-Key\`.`,
  deleteSupplement: `For the owner and the staff. What is billed is 409, because its amount is in a payment.`,
  showInvoice: `Needs no token: the address of \`invoice_url\` is the secret, and the document never changes. HTML, or PDF for \`Accept: application/pdf\`.
    Sixty a minute from one address.`,
  downloadInvoice: `Needs no token: the address is the secret. The PDF is made when it is first asked for, which takes a moment, and kept.`,
  listPaymentMethods: `Brand, last four digits and expiry, nothing more is stored. A card that a deposit has left is listed too. The default one is what a
    front end offers first.`,
  savePaymentMethod: `\`payment_method_id\` comes from Stripe.js with the publishable key of \`GET /config\`; a front end without it uses \`…/setup\`. 201 for a
    new card, 200 for one that is saved already. A card that the bank refuses is 402, with \`data.reason\`. Honours \`Idempotency-Key\`.`,
  openCardSetup: `Send the browser to \`setup_url\`; it comes back to \`return_url\`, by default the front end. Read \`GET /user-payment-methods\` then: an event of
    the provider saves the card within seconds.`,
  chooseDefaultPaymentMethod: `One card is the default, so the one before loses its place; \`false\` is refused.`,
  deletePaymentMethod: `It is forgotten here and at the provider, and a balance that was to be charged to it is asked for by a link instead.`,
  refundPayment: `For support and administrators. \`id\` is that of a payment of \`GET /reservations/{id}\`. A job makes the refund: it is \`pending\` now, and the guest
    is notified now and when it is done. \`refundable\` is what is left. Honours \`Idempotency-Key\`, without which a repetition refunds twice.`,
  invoiceReservation: `Without \`is_supplement\` it is the address of the invoice of the latest payment, and 409 while nothing is paid. With it all unpaid
    supplements become one payment, and \`invoice_url\` is its link, for the guest to pay; asking again gives the same until a supplement is added.
    Guest, owner and staff may. Honours \`Idempotency-Key\`.`,
  verifyPayment: `Call it on the page that the checkout returns to, with its \`session_id\`: the answer is certain at once, while the provider's event may
    come later. It says \`paid\` or what the payment is, and \`reservation_id\` leads to the stay. Repeating it changes nothing. Needs no token.`,
  receiveStripeEvent: `Set as the endpoint at Stripe; no client calls it. The signature covers the raw bytes. Each event is stored once, answered with 200,
    and applied by a job within milliseconds; the order of events does not matter.`,
}
