#pragma once

#include <re2/re2.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace agent::redaction {

// Compiles a pattern. Throws BAD_PATTERN.
std::unique_ptr<RE2> compiled_pattern(const std::string& pattern);

// True if a match cannot contain a newline; false in case of doubt. A dot does not match one,
// unless a flag says so.
bool stays_in_line(std::string_view pattern);

// Returns secrets_of_variable() for each variable, and the values of those whose name is one of
// `names`, in any case.
std::vector<std::string> secret_values(
    const char* const* environment, const std::vector<std::string>& names);

// Returns the secrets in a variable: its value if it is named like a secret; if it may be one,
// unless the value is a word or a number, the value and its parts between commas, semicolons and
// whitespace; and, whatever the name is, the passwords of URLs in the value.
std::vector<std::string> secrets_of_variable(std::string_view name, std::string_view value);

// True if a variable is named like a secret: a word of its name (between underscores) ends with
// KEY, TOKEN, SECRET, PASSWORD, PASSWD, PASSPHRASE or CREDENTIAL(S), or is PASS, SSHPASS or PWD
// (but PWD alone is the current directory). A number may follow each.
bool is_secret_name(std::string_view name);

// True if the name may be that of a secret or of a setting: its last word is PAT or AUTH, or the
// plural of one of the words above: MAX_TOKENS.
bool may_be_secret_name(std::string_view name);
bool is_word_or_number(std::string_view value);

// Returns the passwords in URLs like "scheme://user:password@host". Skips "password" and similar
// words, and passwords that equal the user or the end of the scheme.
std::vector<std::string> passwords_in_urls(std::string_view text);

}
