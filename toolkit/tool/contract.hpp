#pragma once

#include "toolkit/tool/field.hpp"
#include "toolkit/tool/tool.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace toolkit::tool {

// The declaration of a tool, without its Request type.
struct Contract {
    std::string_view name;
    std::string_view summary;
    std::vector<Field> parameters;
    std::vector<Field> flags;
    sandbox::Sandbox sandbox;
    int timeout_seconds;
    // Both take a checked object with the names of the table.
    std::function<void(Json flags)> apply_flags;
    std::function<void(const Workspace&)> prepare; // may be empty
    std::function<Json()> effects; // what programs that it runs may do; may be empty
    std::function<AnswerText(Json request, const Workspace&)> run;
    void (*rewrite)(Json& request, const Json& maximums) = nullptr;
    bool additive = false;
    bool repeatable = false;
    std::span<const AnswerRow> answer_rows = {}; // empty: none are declared
    bool tracks_files = false;
    bool limits_answers = false;
    std::function<std::vector<std::uint16_t>()> ports = {}; // for Network::tcp; may be empty
    Display display = {};
    Example example = {};

    // Applies the flags. To be called once, before the sandbox is entered.
    void take_flags(Json flags);

    // Validates a request, runs the tool and returns its answer. Throws BAD_REQUEST before the tool
    // runs if the request is invalid, otherwise what the tool throws.
    AnswerText answer(Json given, const Workspace& workspace) const;
};

// Returns the contract of a tool. `tool` must outlive it. The table of flags is left empty unless
// `has_flags`.
Contract contract_of(const AnyTool& tool, bool has_flags);

}
