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
    std::vector<std::string> patterns; // RE2 syntax; their matches are redacted
    std::vector<std::string> keys; // names, in any case, whose values are redacted
};

// Throws BAD_PATTERN if the pattern does not compile, or matches the empty text.
void check_pattern(const std::string& pattern);

// Throws BAD_REQUEST if agent/redaction/named_values.hpp cannot look for `name` (3 to 64 of a-z A-Z
// 0-9 . _ -), or if it is a name that messages, events or the audit use.
void check_key(const std::string& name);

class SecretFinder;

enum class Shapes { known, none };

// Secrets that must not leave the process or reach the disk.
struct Secrets {
    // Values under 6 bytes are ignored: they would damage ordinary words.
    std::vector<std::string> values = {};
    std::vector<std::string> patterns = {}; // RE2 syntax
    Shapes shapes = Shapes::known; // the shapes of agent/redaction/provider_tokens.hpp
    std::vector<std::string> keys = {}; // names, as agent/redaction/named_values.hpp finds them
    RedactionRules workspace = {}; // from the config of the workspace, which is untrusted

    Newlines newlines = Newlines::hidden;

    // Returns the secrets to hide from an operator who is asked about a call: the known values
    // only. Shapes, names and patterns are not used, since the model could choose texts that they
    // match in order to hide a part of its call. The newlines that wrap a value are not hidden
    // either.
    Secrets of_questions() const { return {values, {}, Shapes::none, {}, {}, Newlines::kept}; }
};

// Replaces every secret by "[redacted]", and overlapping secrets together by a single one. Finds
// values in every spelling of agent/redaction/escaped_forms.hpp. Takes one pass for values, shapes
// and names, and one for each pattern.
class Redaction {
public:
    // Throws BAD_PATTERN if a pattern does not compile.
    explicit Redaction(const Secrets& secrets);
    ~Redaction();

    // Adds a known value, for each text that is begun from now on. A value under 6 bytes is
    // ignored.
    void hide(const std::string& value);

    // Redacts a text. A pattern of a known shape examines 64 KiB; for a pattern of the operator see
    // agent/redaction/pattern_search.hpp.
    std::string redact(std::string_view text) const;

    // Redacts the strings and keys of a document, and the whole value of a key that is secret. The
    // document remains valid (a session, a message, an event), whatever the rules are:
    // - Fields that programs depend on are redacted by redact_name().
    // - A text that is JSON, such as the arguments of a call, remains JSON. It is also redacted by
    //   its parsed content, whatever its escapes.
    // - In an object that is the arguments of a call, each text is redacted together with its name.
    // - The data: URL of an image, in a member "url" or "image_url", is searched for known values
    //   only. If a part of a message has one, a text replaces the part.
    Json redact_json(const Json& document) const;

    // Return the value of the field `name` of a record, redacted like a field of the document in
    // redact_json(). The name is never changed.
    Json redact_field(const std::string& name, const Json& value) const;
    std::string redact_field(const std::string& name, const std::string& text) const;

    // Redacts a text about `document`, such as an error, that may quote its values without the
    // names that make them secret. Leaves the rest of the text unchanged.
    std::string redact_quotes(std::string text, const Json& document) const;

    // Redacts the name of a tool, a call, a model or a kind: replaces only known values and shapes,
    // by characters that a name can have. Redacts a text that can't be a name like any other text.
    std::string redact_name(const std::string& text) const;

    // Returns the redaction without the rules of the workspace, which must not hide from the
    // operator what a question is about.
    const Redaction& of_operator() const { return without_workspace ? *without_workspace : *this; }

    const SecretFinder& secrets() const { return *finder; }

private:
    void add(const RedactionRules& rules);
    bool is_secret(const std::string& key) const;
    // The kinds of places in a document; see agent/redaction/record_words.hpp. Apart: in a text
    // that is JSON, each text of which is redacted by itself.
    enum class Place { record, schema, content, apart };
    enum class Pass { first, again }; // again: within a text that was already redacted as a whole
    static Place place_after(const std::string& key, const Json& value, Place place);
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
    std::unique_ptr<SecretFinder> known; // without patterns and keys; null if there are none
    std::set<std::string> keys; // in lower case
    std::unique_ptr<Redaction> without_workspace;
};

// Returns a whole text with "[redacted]" in place of every secret.
std::string redacted_text(const SecretFinder& finder, std::string_view text);

// Redacts one text in pieces: replaces every secret by "[redacted]", and overlapping secrets
// together by a single one.
class RedactedText {
public:
    explicit RedactedText(const SecretFinder& finder);

    // Returns the redacted text that is certain now and was not returned before. The window must
    // begin at needed(), or before it.
    std::string take(const TextWindow& window);

    std::size_t needed() const { return first_needed; }

private:
    const SecretFinder* finder;
    SecretFinder::Progress progress;
    std::size_t shown = 0; // the position after the returned text and the secrets in it
    std::size_t first_needed = 0;
};

// Redacts a text that arrives in pieces, with the same result as for the whole text. Holds back
// what could become a part of a secret: at most a mebibyte, or the size of a value if that is
// larger.
class RedactedStream {
public:
    explicit RedactedStream(const Redaction& redaction);

    // Adds a piece, and returns the redacted text that can be shown now.
    std::string add(std::string_view piece);

    // Returns the rest, and resets the object.
    std::string end();

private:
    const SecretFinder& finder;
    RedactedText text;
    std::string held; // text that was not shown, and the text before it that it depends on
    std::size_t base = 0; // its offset in the whole text
};

}
