#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agent::oauth {

// Names and values of a form or a query, in order.
using FormFields = std::vector<std::pair<std::string, std::string>>;

// Returns base64url (RFC 4648, section 5) without padding.
std::string base64url(std::string_view bytes);

// Returns the decoded bytes of base64url without padding, or nullopt.
std::optional<std::string> from_base64url(std::string_view text);

// Returns 32 random bytes in base64url. Throws IO_ERROR if the system has no random bytes.
std::string random_text();

// Returns the code challenge of a verifier by the method S256 (RFC 7636, 4.2).
std::string s256_challenge(const std::string& verifier);

// Encode and decode application/x-www-form-urlencoded. A space is written as %20, and read as %20
// or '+'.
std::string form_encoded(std::string_view text);
std::string form_text(const FormFields& fields);
FormFields fields_of_form(std::string_view text);

// Returns the value of the field `name`; nullopt if the field is missing or repeated.
std::optional<std::string> field_of_form(const FormFields& fields, std::string_view name);

// Returns the words of a text, which are separated by spaces, without duplicates.
std::vector<std::string> words_of(std::string_view text);

// Returns the words that are valid scopes (RFC 6749, 3.3), without duplicates. Drops those with
// control characters, quotes, backslashes, or bytes that are not ASCII.
std::string sound_scopes(std::string_view text);

std::string joined_words(const std::vector<std::string>& words);

// Returns the words of both texts, without duplicates.
std::string united_words(const std::string& some, const std::string& others);

}
