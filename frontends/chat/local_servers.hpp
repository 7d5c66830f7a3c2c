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

// Requests the models of 127.0.0.1 at these ports in parallel, and then the context sizes from the
// servers that have models. Sends no key, follows no redirects, and accepts at most 1 MiB per
// response. Each of the two rounds takes at most `patience`.
std::vector<LocalServer> find_local_servers(
    const std::vector<std::uint16_t>& ports, std::chrono::milliseconds patience);

struct LocalModel {
    std::string url; // URL of its server
    std::string model;
    std::int64_t context = 0; // tokens; 0: unknown
};

class ChatEngine;

// Switches this chat to the model, without the key and the headers of the previous server.
void use_local_server(ChatEngine& talk, const LocalModel& choice);

// Notes which set variables will override the profile at the next start.
void note_variables_before_profile(ChatEngine& talk);

// Returns a context size for a list, such as "window 65k"; empty if it is 0 (unknown).
std::string window_text(std::int64_t tokens);

// Returns the base URL of a server, such as "http://127.0.0.1:8080/v1".
std::string url_of(const LocalServer& server);

}
