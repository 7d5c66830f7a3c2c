#pragma once

#include "runner/manifest.hpp"
#include "runner/model/model.hpp"

#include <string>
#include <string_view>
#include <vector>

// The wire form of chat completions.

struct ChatSettings {
    std::string model;
    double temperature = 0;
};

// What is sent, without its messages.
Json chat_request(const ChatSettings& settings, const std::vector<ManifestTool>& tools);

// What came back. Throws IO_ERROR saying where it is not a chat completion.
Reply read_chat_response(std::string_view body);

// What an error's body says: error.message, error or message where it is JSON, else the text itself; at most
// 1,000 characters.
std::string read_chat_error(std::string_view body);

struct ToolCall {
    std::string id;
    std::string name;
    std::string arguments; // JSON as the model wrote it, or what it wrote in its place
};

// The calls of a message, in order. A call without an id is given one, in the message too: the answer has to
// name it. Throws IO_ERROR where they are not what chat completions have.
std::vector<ToolCall> take_calls(Json& message);

// The text of a message; of its parts, where it comes in parts. Empty where it has none.
std::string text_of(const Json& message);
