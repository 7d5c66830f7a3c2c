#pragma once

#include "agent/redaction/escaped_forms.hpp"
#include "agent/redaction/secret_finder.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace agent::redaction {

using namespace toolkit;

// Rules for what to redact in addition to known values and shapes.
struct RedactionRules {
    std::vector<std::string> patterns; // RE2 syntax: what matches
    std::vector<std::string> keys; // names, in any case: what "NAME": value and NAME=value say
};

// Throws BAD_PATTERN where it does not compile, or matches the empty text.
void check_pattern(const std::string& pattern);

// Throws BAD_REQUEST if agent/redaction/named_values.hpp cannot look for `name` (3 to 64 of a-z A-Z
// 0-9 . _ -), or if it is a name that messages, events or the audit use.
void check_key(const std::string& name);

class SecretFinder;

enum class Shapes { known, none };

// What must not leave the process or reach the disk.
struct Secrets {
    // Those under 6 bytes would mutilate ordinary words, and are left out.
    std::vector<std::string> values = {};
    std::vector<std::string> patterns = {}; // RE2 syntax
    Shapes shapes = Shapes::known; // those of agent/redaction/provider_tokens.hpp
    std::vector<std::string> keys = {}; // names, as agent/redaction/named_values.hpp finds them
    RedactionRules workspace = {}; // of its config, which anybody may have written

    Newlines newlines = Newlines::hidden;

    // What is hidden from an operator who is asked about a call: values alone. The model chooses
    // what looks like a secret, has a name or matches a pattern, so none of these hides anything.
    // Nor does a value hide the newlines that it is wrapped by.
    Secrets of_questions() const { return {values, {}, Shapes::none, {}, {}, Newlines::kept}; }
};

// Replaces every secret by "[redacted]"; where several overlap, all that they cover. Values are
// found in every spelling that agent/redaction/escaped_forms.hpp knows. One pass for values and
// shapes, and one for each pattern.
class Redaction {
public:
    // Throws BAD_PATTERN.
    explicit Redaction(const Secrets& secrets);
    ~Redaction();

    // A pattern of a known shape looks at 64 KiB; of a pattern of the operator's see
    // agent/redaction/pattern_search.hpp.
    std::string redact(std::string_view text) const;

    // In the strings and keys of a document, and the whole value of a key that is secret. It stays
    // what it was (a session, a message, an event) whatever the rules are: fields that programs go
    // by are redacted by redact_name(); a text that is JSON, such as arguments of a call, stays
    // that, and is redacted by what it says, too, however that is escaped. In an object that is
    // the arguments of a call, each text is redacted beside its name. The data: URL of an image,
    // in a member "url" or "image_url", is searched for known values only; if a part of a message
    // has one, a text takes the place of the part.
    Json redact_json(const Json& document) const;

    // Return the value of the field `name` of a record as redact_json() has it there. The name
    // stays, whatever the rules are.
    Json redact_field(const std::string& name, const Json& value) const;
    std::string redact_field(const std::string& name, const std::string& text) const;

    // A text about `document`, such as an error, that may quote values of it without the names that
    // make them secret. It is otherwise left as it is.
    std::string redact_quotes(std::string text, const Json& document) const;

    // The name of a tool, a call, a model, a kind: known values and shapes alone are replaced, and
    // by what a name can have. A text that can't be a name is redacted as any other one.
    std::string redact_name(const std::string& text) const;

    // Without the rules of the workspace, which must not hide from the operator what is asked of
    // him.
    const Redaction& of_operator() const { return without_workspace ? *without_workspace : *this; }

    const SecretFinder& secrets() const { return *finder; }

private:
    void add(const RedactionRules& rules);
    bool is_secret(const std::string& key) const;
    // Of a document: see agent/redaction/record_words.hpp; apart: in a text that is JSON, of which
    // each text is redacted by itself.
    enum class Place { record, schema, content, apart };
    enum class Pass { first, again }; // again: in a text that was redacted as a whole
    static Place place_behind(const std::string& key, const Json& value, Place place);
    std::string redact_rest(std::string_view text) const;
    std::string redact_beside(const Json& document) const;
    std::string redact_document(const std::string& text, Pass pass) const;
    Json redact_apart(const std::string& key, const Json& value) const;
    Json redact_parts(const Json& parts) const;
    Json redact_part(const Json& part) const;
    bool is_image_without_secrets(const std::string& key, const std::string& text) const;
    Json redact_described(const Json& schema) const;
    Json redact_member(const std::string& key, const Json& value, Place place) const;
    std::string redact_text(const std::string& key, const std::string& text, Place place) const;
    Json redact_array(const Json& array, Place place) const;
    Json redact_value(const Json& document, Place place) const;

    std::unique_ptr<SecretFinder> finder;
    SecretFinder values; // without shapes, patterns and keys
    std::unique_ptr<SecretFinder> known; // without patterns and keys; nothing if there are none
    std::set<std::string> keys; // in lower case
    std::unique_ptr<Redaction> without_workspace;
};

// A whole text with "[redacted]" for every secret.
std::string redacted_text(const SecretFinder& finder, std::string_view text);

// One text with "[redacted]" for every secret; if several overlap, for all that they cover.
class RedactedText {
public:
    explicit RedactedText(const SecretFinder& finder);

    // Returns the redacted text that is certain now and was not returned before. The window begins
    // at needed(), or before it.
    std::string take(const TextWindow& window);

    std::size_t needed() const { return first_needed; }

private:
    const SecretFinder* finder;
    SecretFinder::Progress progress;
    std::size_t shown = 0; // after what was taken, and the secrets in it
    std::size_t first_needed = 0;
};

// Redacts a text that comes in pieces, to the same bytes as if it came whole: what could become a
// part of a secret is held back until it is known. That is at most a mebibyte, or a value if that
// is longer.
class RedactedStream {
public:
    explicit RedactedStream(const Redaction& redaction);

    // Adds a piece, and returns the redacted text that can be shown now.
    std::string add(std::string_view piece);

    // The rest. Afterwards it is as new.
    std::string end();

private:
    const SecretFinder& finder;
    RedactedText text;
    std::string held; // what was not shown, and before it what that depends on
    std::size_t base = 0; // where that begins in the whole
};

}
