#pragma once

#include "frontends/serve/settings.hpp"
#include "toolkit/http/http_server.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace frontends::serve {

using namespace toolkit;

class HttpListener;

// A request that waits for its response, and its sender.
struct Client {
    HttpListener* door = nullptr;
    http::Exchange exchange = 0;
    std::shared_ptr<const Caller> caller = {}; // null in a key for a search

    friend bool operator==(const Client& left, const Client& right)
    {
        return left.exchange == right.exchange && left.door == right.door;
    }
    friend bool operator<(const Client& left, const Client& right)
    {
        return left.exchange != right.exchange ? left.exchange < right.exchange
                                               : left.door < right.door;
    }
};

// Handles the requests of all sockets.
class Service {
public:
    Service() = default;
    Service(const Service&) = delete;
    Service& operator=(const Service&) = delete;
    virtual ~Service() = default;

    virtual std::optional<http::HttpResponse> public_answer(const http::HttpHead& head) = 0;
    virtual std::optional<http::HttpResponse> refusal(
        const http::HttpHead& head, const Caller& caller)
        = 0;
    virtual void take(Client client, http::HttpRequest request) = 0;
    virtual void lost(Client client) = 0;
    virtual void taken(Client client) = 0;
    virtual http::HttpResponse worded(
        const http::HttpHead& head, http::HttpResponse response) const = 0;
};

// A socket of the server, with its connections and the rules about who may use it.
class HttpListener : public http::HttpService {
public:
    HttpListener(File listening, const ListenerRules& rules, const http::HttpLimits& limits,
        Service& service);

    std::optional<http::HttpResponse> public_answer(const http::HttpHead& head) override;
    std::optional<http::HttpResponse> refusal(const http::HttpHead& head) override;
    std::string_view label_of(const http::HttpHead& head) const override;
    void take(http::Exchange exchange, http::HttpRequest request) override;
    void lost(http::Exchange exchange) override;
    void taken(http::Exchange exchange) override;
    http::HttpResponse worded(
        const http::HttpHead& head, http::HttpResponse response) const override
    {
        return service.worded(head, std::move(response));
    }

    http::HttpServer& server() { return http; }

    // Replaces the tokens. Keeps the socket, its peers and the connections.
    void set_rules(const ListenerRules& rules);

    // Returns the caller with its current scopes: Scope::none if its token has been removed.
    Caller now(const Caller& caller) const;

private:
    Caller caller_of(const http::HttpHead& head) const;

    http::Listener listener;
    std::vector<Peer> peers;
    http::Admission admission;
    Service& service;
    http::HttpServer http;
};

}
