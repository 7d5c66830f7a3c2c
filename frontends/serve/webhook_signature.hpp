#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace frontends::serve {

// The attempt to deliver a webhook. Neither the id nor the timestamp has a point.
struct WebhookAttempt {
    std::string id; // the same for each attempt
    std::string timestamp; // of this attempt, in seconds since 1970
    std::string_view body;
};

// Returns the keys in the text of a secret file of Standard Webhooks 1.0.0: a line with
// `whsec_` and base64 for each key. The prefix may be missing. Throws BAD_REQUEST if there is no
// key, or one does not have 24 to 64 bytes. The message does not contain the text.
std::vector<std::string> webhook_keys_in(std::string_view text);

// Returns the value of the header webhook-signature: "v1," and the base64 of
// HMAC-SHA256(key, "id.timestamp.body") for each key, with spaces between them. Receivers accept
// any of them, so that a key can be replaced.
std::string webhook_signature(const std::vector<std::string>& keys, const WebhookAttempt& attempt);

}
