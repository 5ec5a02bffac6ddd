-- Inquiries whose time is not up.
-- part of: filters
and r.status = 'inquiry' and r.hold_expires_at > now()
