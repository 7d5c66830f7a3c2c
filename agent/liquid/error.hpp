#pragma once

#include "toolkit/system/error.hpp"

#include <cstddef>
#include <string>
#include <utility>

namespace agent::liquid {

// An error of a template, at a byte offset of its source. BAD_REQUEST if the template is wrong,
// NOT_FOUND for a missing value, TOO_LARGE for a limit.
class TemplateError : public toolkit::ToolError {
public:
    TemplateError(std::size_t offset, toolkit::ToolError error)
        : ToolError(std::move(error))
        , offset(offset)
    {
    }

    std::size_t offset;
};

inline TemplateError wrong(std::size_t offset, std::string message, std::string hint = {})
{
    return {offset,
        toolkit::ToolError(toolkit::Code::bad_request, std::move(message), std::move(hint))};
}

// Returns the result of `work`. Adds `offset` to an error without a place in the template.
template<class Work>
auto with_place(std::size_t offset, Work work)
{
    try {
        return work();
    } catch (const TemplateError&) {
        throw;
    } catch (const toolkit::ToolError& error) {
        throw TemplateError(offset, error);
    }
}

}
