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

// RFC 4648, section 5, without padding.
std::string base64url(std::string_view bytes);

// Returns the decoded bytes of base64url without padding, or nullopt.
std::optional<std::string> from_base64url(std::string_view text);

// Returns 32 random bytes in base64url. Throws IO_ERROR without a source of them.
std::string random_text();

// Returns the code challenge of a verifier by the method S256 (RFC 7636, 4.2).
std::string s256_challenge(const std::string& verifier);

// application/x-www-form-urlencoded
std::string form_encoded(std::string_view text);
std::string form_text(const FormFields& fields);
FormFields fields_of_form(std::string_view text);

// Returns the value of the field `name`; nullopt if the field is missing or repeated.
std::optional<std::string> field_of_form(const FormFields& fields, std::string_view name);

// Returns the words of a text that has spaces between them, each once.
std::vector<std::string> words_of(std::string_view text);
// Returns the words that are scopes by RFC 6749, 3.3, each once: those without control characters,
// quotes, backslashes, and bytes beyond ASCII.
std::string sound_scopes(std::string_view text);

std::string joined_words(const std::vector<std::string>& words);

// Returns the words of both texts, each once.
std::string united_words(const std::string& some, const std::string& others);

}
