#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace frontends::chat {

struct LocalServer {
    std::uint16_t port;
    std::vector<std::string> models; // at least one
    std::int64_t context = 0; // tokens; 0: unknown
};

// The ports of Ollama, llama-server, vLLM, SGLang, LM Studio and Jan.
inline const std::vector<std::uint16_t> usual_ports {11434, 8080, 8000, 30000, 1234, 1337};

// Requests the models of servers at these ports of 127.0.0.1, in parallel, and then the context
// size of those that have models. Sends no key, follows no redirect, and reads at most 1 MiB of a
// response. Each of the two rounds takes at most `patience`.
std::vector<LocalServer> find_local_servers(
    const std::vector<std::uint16_t>& ports, std::chrono::milliseconds patience);

struct LocalModel {
    std::string url; // URL of its server
    std::string model;
    std::int64_t context = 0; // tokens; 0: unknown
};

class ChatEngine;

// Uses this model from now on, in this chat only, without the key and the headers of the previous
// server.
void use_local_server(ChatEngine& talk, const LocalModel& choice);

// Shows a note about the set environment variables that take precedence over a profile at the next
// start, if there are any.
void note_variables_before_profile(ChatEngine& talk);

// Returns the size of a context for a list, such as "window 65k"; empty if it is not known (0).
std::string window_text(std::int64_t tokens);

// Returns the base URL of a server, such as "http://127.0.0.1:8080/v1".
std::string url_of(const LocalServer& server);

}
