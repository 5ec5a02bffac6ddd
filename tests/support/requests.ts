/** Headers of a browser that asks for a page. */
export const BROWSER = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }

/** Further settings of a service in production; nothing of it is reached. */
export const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://not-used-here/sejour',
  JWT_SECRET: 'a secret of at least thirty-two characters',
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  SMTP_URL: 'smtp://127.0.0.1:1',
  REALTIME_APP_SECRET: 'another secret',
}
