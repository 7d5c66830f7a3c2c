#pragma once

#include "agent/model/message.hpp"

#include <string>

namespace agent::calls {

using namespace toolkit;

// What a model was given to read: the system message with AGENTS.md, prompts, and results of tools.
class ModelInputs {
public:
    // Of messages, all but those of the assistant.
    explicit ModelInputs(const model::Messages& messages);

    // May a call of this tool that the model writes as text be a quotation? It may if one of the
    // texts has any markup of calls, or if they name the tool in the manner of JSON ("name":
    // "TOOL") and arguments or parameters, too, or in that of Python (TOOL(name=). Seen through
    // escapes of JSON, entities, percent encoding and base64, in each other too; quotes,
    // whitespace, case and the beginnings of lines (numbers, marks of a diff) make no difference.
    // Another encoding hides a call.
    bool may_quote_call_of(const std::string& tool) const;

private:
    std::string letters; // of all texts: decoded, in lower case, without quotes or whitespace
};

}
