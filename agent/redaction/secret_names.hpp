#pragma once

#include <re2/re2.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace agent::redaction {

// Throws BAD_PATTERN.
std::unique_ptr<RE2> compiled_pattern(const std::string& pattern);

// True if a match is known not to contain a line break; false in case of doubt. A dot does not
// match one, unless a flag says so.
bool stays_in_line(std::string_view pattern);

// What secrets_of_variable() says of each variable, and the values of those that have one of
// `names`, in any case.
std::vector<std::string> secret_values(
    const char* const* environment, const std::vector<std::string>& names);

// Its value if it is named like a secret; if it may be one, unless the value is a word or a number,
// also what stands between its commas and blanks; and whatever the name is, the passwords of URLs
// in the value.
std::vector<std::string> secrets_of_variable(std::string_view name, std::string_view value);

// Is this variable named like a secret? A word of its name (between underscores) ends with KEY,
// TOKEN, SECRET, PASSWORD, PASSWD, PASSPHRASE or CREDENTIAL(S), or is PASS, SSHPASS or PWD (but PWD
// alone is the current directory). A number may follow each.
bool is_secret_name(std::string_view name);

// Is it named like what is a secret or a setting? Its last word is PAT or AUTH, or the plural of
// one of those: MAX_TOKENS.
bool may_be_secret_name(std::string_view name);
bool is_word_or_number(std::string_view value);

// Of "scheme://user:password@host", but for "password" and what the URL itself says: the user and
// the scheme.
std::vector<std::string> passwords_in_urls(std::string_view text);

}
