#pragma once

#include "toolkit/json/json.hpp"

#include <string>

namespace frontends::chat {

using namespace toolkit;

// Return the messages of a conversation, in the form of chat completions, as a document for people:
// a section for each message, with the calls of the model, their arguments and their results.
// Images are left out. The HTML is one file without scripts or links, and shows every text as it
// is.
std::string exported_markdown(const Json& messages);
std::string exported_html(const Json& messages, const std::string& title);

}
