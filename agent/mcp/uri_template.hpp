#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agent::mcp {

// A URI template of a server (RFC 6570), as far as completion needs it: literals, and expressions
// with one variable each, such as {id}, {+path} and {?q}. Throws nothing. A template with anything
// else has no parts and is completed as a whole.
class UriTemplate {
public:
    explicit UriTemplate(std::string_view text);

    // The typed beginning of a URI, matched against a template.
    struct Typed {
        bool fits = false; // the template can continue it
        std::string variable = {}; // variable being typed; empty within a literal
        std::string value = {}; // the typed part of that variable's value
        std::string before = {}; // the URI up to that value
        // Values of the preceding variables.
        std::vector<std::pair<std::string, std::string>> others = {};
        // Literal after the variable, or the rest of the literal being typed.
        std::string literal = {};
        bool is_last = false; // nothing follows `literal`
    };
    Typed read(std::string_view typed) const;

private:
    struct Part {
        bool is_variable;
        std::string text; // the literal, or the name of the variable
    };
    std::vector<Part> parts;
};

}
