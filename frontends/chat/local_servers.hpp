#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace frontends::chat {

struct LocalServer {
    std::uint16_t port;
    std::vector<std::string> models; // at least one
    std::int64_t context = 0; // tokens; 0: it does not say
};

// The ports of Ollama, llama-server, vLLM, SGLang, LM Studio and Jan.
inline const std::vector<std::uint16_t> usual_ports {11434, 8080, 8000, 30000, 1234, 1337};

// Asks 127.0.0.1 at these ports for models, all at once, and those that have some for the size of
// their context: without a key, no redirect is followed, and an answer may have 1 MiB. Each of the
// two rounds takes at most `patience`.
std::vector<LocalServer> find_local_servers(
    const std::vector<std::uint16_t>& ports, std::chrono::milliseconds patience);

struct LocalModel {
    std::string url; // of its server
    std::string model;
    std::int64_t context = 0; // tokens; 0: not known
};

class ChatEngine;

// Asks this model from now on, in this chat alone, without the key and the headers of the server
// before it.
void use_local_server(ChatEngine& talk, const LocalModel& choice);

// Notes the variables that the next start obeys in place of a profile, if any are set.
void note_variables_before_profile(ChatEngine& talk);

// Returns the size of a context for a list, such as "window 65k"; empty if it is not known (0).
std::string window_text(std::int64_t tokens);

// Returns the base URL of a server, such as "http://127.0.0.1:8080/v1".
std::string url_of(const LocalServer& server);

}
