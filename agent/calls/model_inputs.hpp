#pragma once

#include "agent/model/message.hpp"

#include <string>

namespace agent::calls {

using namespace toolkit;

// The text that a model was given to read: the system message with AGENTS.md, prompts, and results
// of tools.
class ModelInputs {
public:
    // Takes the text of all messages but those of the assistant.
    explicit ModelInputs(const model::Messages& messages);

    // Returns true if a call of this tool that the model wrote as text may be a quotation of the
    // given text. That is so if the given text contains
    //   - markup of calls, or
    //   - the tool's name as in JSON ("name": "TOOL"), and "arguments" or "parameters", or
    //   - the tool's name as in Python (TOOL(name=).
    // JSON escapes, entities, percent encoding and base64 are decoded, also within each other;
    // other encodings are not. Quotes, whitespace, case, and line numbers or diff marks at the
    // beginning of lines do not matter.
    bool may_quote_call_of(const std::string& tool) const;

private:
    std::string letters; // the decoded text in lower case, without quotes and spaces
};

}
