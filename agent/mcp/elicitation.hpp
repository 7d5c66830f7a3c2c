#pragma once

#include "toolkit/json/json.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace agent::mcp {

using namespace toolkit;

// Questions of servers to the operator: a message and a form. All of it is untrusted.

// NOLINTNEXTLINE(bugprone-exception-escape): nlohmann's move does not throw, but is not seen not to
struct FormField {
    enum class Kind { text, number, integer, yes_no, choice, choices };
    struct Choice {
        std::string value;
        std::string title;
    };

    std::string name;
    std::string title; // may be empty
    std::string description; // may be empty
    Kind kind = Kind::text;
    bool is_required = false;
    bool is_secret = false; // judged by name or title; the protocol forbids such fields
    std::vector<Choice> choices = {};
    Json schema; // JSON Schema of the value, with supported keywords only
    Json usual; // the default value; null if there is none
};

struct Form {
    std::string message;
    std::vector<FormField> fields;
};

// Returns the form described by the `params` of elicitation/create. Throws BAD_REQUEST if the mode
// is not "form", the schema is not flat, or a default does not fit it; TOO_LARGE if the form is too
// large to be shown: a message over 8 KiB, more than 64 fields or 200 choices.
Form form_in(const Json& params);

// Returns the question in rows of at most `columns`, which name the server and all fields. Text of
// the server is indented, with control characters and misleading characters escaped.
std::vector<std::string> question_rows(
    const Form& form, const std::string& server, std::size_t columns);

// Returns the prompt for a field, in one row: "  size [10]: ".
std::string prompt_of(const FormField& field);

// Returns the value of a typed line, or null if the field is left out. An empty line selects the
// default. A choice is typed as its value, its title or its number; several are separated by
// commas. Throws BAD_REQUEST saying what is expected.
Json value_typed(const FormField& field, const std::string& line);

// Returns the answer with the defaults of missing fields, and without null values. Throws
// BAD_REQUEST if the result does not fit the form.
Json completed_answer(const Form& form, const Json& answer);

// Return results of elicitation/create.
Json accepted(Json answer);
Json declined();
Json cancelled();

// Returns the JSON Schema of an answer, with supported keywords only.
Json schema_of(const Form& form);

// Returns the values of an answer in rows of at most `columns`, escaped like those of
// question_rows(). Each value has the number of its field, from 1. Secrets are shown as dots.
std::vector<std::string> answer_rows(const Form& form, const Json& answer, std::size_t columns);

}
